import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { addMoney } from '#api/contract/wallet.ts'
import { activateGame, resetGamePassword } from '#api/contract/game-account.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { MINUTE } from '../clock.ts'
import type { Connection } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { slips, trueLinks } from '../database/schema/deposits.ts'
import { pendingGamePasswords } from '../database/schema/games.ts'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { spinSlices } from '../database/schema/spin.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnEach } from '../database/test-database.ts'
import { creditForm } from '../deposits/test-transfers.ts'
import { FaultInjector } from '../database/test-fault-injection.ts'
import { auditLedger } from '../ledger/audit.ts'
import { makeTransfer } from '../providers/sandbox/transfer-book.ts'
import { examineSlips } from '../jobs/examine-slips.ts'
import { finishProviderTransfers } from '../jobs/finish-provider-transfers.ts'
import { handOverPayouts } from '../jobs/hand-over-payouts.ts'
import { runJob } from '../jobs/run-jobs.ts'
import { settleGamePasswords } from '../jobs/settle-game-passwords.ts'
import { moneyOperations } from '../test-gathered-cases.ts'
import { reportResult } from './games/report-result.ts'
import { showQr } from './qrcode/test-shown-qr.ts'
import { qrOf } from './slip/bank-reference.ts'
import { examineSlip } from './slip/examine-slip.ts'
import { faultyProgram, programOf, saysFailed, stateOf, type TestProgram } from './test-crash.ts'
import { fillGame } from './test-games.ts'
import { type TestServer, openTestServer, type TestMember } from './test-server.ts'
import { newGiftLink } from './true-link/test-gift-links.ts'
import { askForWithdrawal } from './withdraw/test-withdrawals.ts'

/** The number of interruption points tested per operation; with LONG=1 all of them, in both ways. */
const POINTS = process.env['LONG'] === '1' ? Infinity : 2

const LIMIT = POINTS === Infinity ? 20 * MINUTE : 180_000

/** Performs the operation; returns its status and error code, or the address to which a console's form redirects. */
type Perform = (program: TestProgram) => Promise<string>

/** What begins the answer of a call that changed nothing, as the app reads it. */
const FAILED = 'failed:'

const told = (answer: { status: number; body: { message?: string } }) =>
  `${saysFailed(answer) ? FAILED : ''}${answer.status}${answer.status < 400 ? '' : ` ${answer.body.message}`}`

describeOnEach('an operation interrupted anywhere is done completely or not at all', (open) => {
  let server: TestServer
  let connection: Connection
  const paidOut = new Set<string>()
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()))
    await server.db.update(spinSlices).set({ weight: 0 })
    await server.db.update(spinSlices).set({ weight: 1 }).where(eq(spinSlices.code, 'B20'))
    server.context.providers.bank.payOut = async ({ reference }) => void paidOut.add(reference)
  })

  const submitForm = (path: string, fields: Record<string, string>): Perform => {
    return async (program) => {
      const { status, to } = await program.submitSeen(path, fields)
      return status < 400 ? 'done' : `${status}${to}`
    }
  }
  async function slip({ id }: TestMember, isKnown: boolean) {
    const reference = randomUUID()
    const bankReference = `014:${reference.replaceAll('-', '')}`
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const createdAt = server.clock.now()
    await server.db.insert(slips).values({ memberId: id, reference, bankReference, createdAt, ...file })
    const made = {
      memberId: id,
      channel: 'SLIP',
      amount: 25_000,
      paidAt: createdAt,
      slip: qrOf(bankReference),
    }
    if (isKnown) await makeTransfer(server.db, made)
    return reference
  }
  /** Whether everything that game providers were asked for this member has ended. */
  const isArrived = async ({ id }: TestMember) => {
    for (const table of [providerTransfers, pendingGamePasswords])
      if ((await server.db.$count(table, eq(table.memberId, id))) > 0) return false
    return true
  }

  /** What providers, operators and games do, and operations that move no money; each is prepared, and can then be repeated. */
  const others: Record<string, (member: TestMember, key: string) => Promise<Perform>> = {
    'a QR paid': async (member) => submitForm('/qr/pay', await showQr({ server, member })),
    'a QR paid late': async (member) => {
      const qr = await showQr({ server, member })
      await server.submitForm('/qr/expire', qr)
      return submitForm('/qr/pay', qr)
    },
    'a late payment credited': async (member) => {
      const qr = await showQr({ server, member })
      await server.submitForm('/qr/expire', qr)
      await server.submitForm('/qr/pay', qr)
      return submitForm('/qr/credit', await creditForm(server, qr.reference))
    },
    'a gift opened': async (member) => {
      await member.request(sendTrueLink, { body: { link: newGiftLink() } })
      const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
      return submitForm('/slips/gift', { code: row?.codeHash ?? '', amount: '20', verdict: 'settle' })
    },
    'a slip examined': async (member) => {
      const reference = await slip(member, true)
      return async (program) => {
        await examineSlip(program.context, reference)
        return 'done'
      }
    },
    'a slip settled': async (member) =>
      submitForm('/slips/settle', { reference: await slip(member, false), amount: '80' }),
    'a slip refused': async (member) =>
      submitForm('/slips/refuse', { reference: await slip(member, false), reason: 'NOT_MATCH' }),
    'a game activated': async (_, key) => async (program) =>
      told(await program.request(activateGame, { params: { slot: 'UFABET' }, key })),
    'a game’s password reset': async (member, key) => {
      await fillGame(member)
      return async (program) =>
        told(await program.request(resetGamePassword, { params: { slot: 'PG' }, key }))
    },
    'a round played': async (member, key) => {
      await fillGame(member)
      const result = { memberId: member.id, gameCode: 'PG', amount: -5000, round: key }
      return async ({ context: { db, clock } }) => {
        await transact(db, (tx) => reportResult(tx, result, clock.now()))
        return 'done'
      }
    },
    'a round that earns coins': async (member, key) => {
      await fillGame(member)
      await member.request(addMoney, { body: { amount: 100 } })
      const result = { memberId: member.id, gameCode: 'PG', amount: 10_000, round: key }
      return async ({ context: { db, clock } }) => {
        await transact(db, (tx) => reportResult(tx, result, clock.now()))
        return 'done'
      }
    },
    'a friend’s round that pays the inviter': async (member, key) => {
      const friend = await server.newMember({ invitedBy: member.id })
      await friend.request(addMoney, { body: { amount: 100 } })
      const result = { memberId: friend.id, gameCode: 'PG', amount: 10_000, round: key }
      return async ({ context: { db, clock } }) => {
        await transact(db, (tx) => reportResult(tx, result, clock.now()))
        return 'done'
      }
    },
    'a withdrawal settled': async (member) => {
      const id = await askForWithdrawal({ server, member })
      return submitForm('/withdrawals/settle', await server.decisionOf(id))
    },
    'a withdrawal refused': async (member) => {
      const id = await askForWithdrawal({ server, member })
      return submitForm('/withdrawals/refuse', await server.decisionOf(id))
    },
  }

  const all = [
    ...moneyOperations.flatMap(({ cases, goesOn }) =>
      cases.map(([name, prepare]) => ({
        name,
        goesOn,
        prepare: async (member: TestMember, key: string): Promise<Perform> => {
          const send = await prepare({ server, member })
          return async ({ request }) => {
            const answer = await send(request, key)
            // A program that is lost moves no more.
            if (goesOn) await vi.waitUntil(() => isArrived(member), { timeout: 2000 }).catch(() => undefined)
            return told(answer)
          }
        },
      })),
    ),
    ...Object.entries(others).map(([name, prepare]) => ({ name, goesOn: false, prepare })),
  ]
  type Operation = (typeof all)[number]

  /** The member's state in the database and the balances at the providers, equal for all members in the same state. */
  async function stateWithProviders({ id }: TestMember) {
    const { moves } = server.context.providers.sandbox!
    const providers = ['PG', 'JOKER'].map((game) => moves.sum(game, `${game}${id}`.toLowerCase()))
    return { ...(await stateOf(server.db, id)), providers }
  }

  /** Performs the operation with the injected faults, then again without them; returns the state after each stage. */
  async function interrupt({ prepare }: Operation, faults: FaultInjector, isRepeatedFirst: boolean) {
    const member = await server.newMember({ wallet: 100_000 })
    const perform = await prepare(member, randomUUID())
    const before = await stateWithProviders(member)
    const faulty = faultyProgram(server.context, connection, member.request.token, faults)
    const first = await perform(faulty).catch(() => 'died')
    // The database notices a broken connection a moment later.
    await new Promise(setImmediate)
    const { providers: _, ...broken } = await stateWithProviders(member)
    await faulty.close()
    const isUnderWay = !(await isArrived(member))

    const restarted = programOf(server.context, member.request.token)
    const resume = async () => {
      server.clock.advance(3 * MINUTE)
      for (const job of [finishProviderTransfers, settleGamePasswords, handOverPayouts, examineSlips])
        await runJob(server.context, job)
    }
    if (!isRepeatedFirst) await resume()
    const between = await stateWithProviders(member)
    const again = await perform(restarted)
    if (isRepeatedFirst) await resume()
    const after = await stateWithProviders(member)
    const resumed = isRepeatedFirst ? after : between
    await perform(restarted)
    expect(await stateWithProviders(member), 'repeated once more').toEqual(after)
    expect(await auditLedger(server.db, { memberIds: [member.id] })).toEqual([])
    const asked = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    const undecided = asked.filter(({ status }) => status === 'pending' || status === 'cancelled')
    expect(undecided.map(({ id }) => paidOut.has(id))).toEqual(
      undecided.map(({ status }) => status === 'pending'),
    )
    return { before, first, broken, isUnderWay, resumed, again, after }
  }

  test.each(all.map((one) => [one.name, one] as const))('%s', { timeout: LIMIT }, async (name, operation) => {
    const intact = new FaultInjector()
    const whole = await interrupt(operation, intact, true)
    const { providers: _before, ...none } = whole.before
    const { providers: _after, ...done } = whole.after
    expect(whole.again).toBe(whole.first)
    const points = Array.from({ length: intact.steps }, (_, at) => at + 1)
    const tried = POINTS >= points.length ? points : sampleOf(points)

    for (const at of tried) {
      for (const once of POINTS === Infinity ? [true, false] : [at % 2 === 0]) {
        const isRepeatedFirst = at % 3 === 0
        const said = `${name} at ${at} of ${intact.steps}, ${once ? 'one step lost' : 'the program lost'}`
        const end = await interrupt(operation, new FaultInjector(at, once), isRepeatedFirst)
        // What a provider is asked about is written down, its money reserved, and a repeat is turned away until it has arrived.
        const whatWas = end.isUnderWay ? [none, done, end.broken] : [none, done]
        expect(end.first.startsWith(FAILED) ? [none] : whatWas, said).toContainEqual(end.broken)
        expect([whole.before, whole.after], said).toContainEqual(end.resumed)
        const waits = end.isUnderWay && isRepeatedFirst && !operation.goesOn
        expect(end.again, said).toBe(waits ? '409 REQUEST_LIMIT' : whole.again)
        expect(end.after, said).toEqual(whole.after)
      }
    }
  })

  const sampleOf = (points: readonly number[]) =>
    fc.sample(fc.shuffledSubarray([...points], { minLength: POINTS, maxLength: POINTS }), 1)[0] ?? []
})
