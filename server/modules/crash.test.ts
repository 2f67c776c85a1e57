import { randomUUID } from 'node:crypto'
import AES from 'crypto-js/aes.js'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import { collect } from '#api/contract/collect.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { cancelQr, createQr } from '#api/contract/qrcode.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { claimCoupon, spin } from '#api/contract/spinwheel.ts'
import {
  activateGame,
  addMoney,
  resetGamePassword,
  sendTrueLink,
  transfer,
  transferAll,
  withdraw,
  withdrawAll,
} from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { sandboxTruelinkKey } from '#lib/truelink-key.ts'
import { MINUTE } from '../clock.ts'
import type { Connection } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { qrCodes, slips, trueLinks } from '../database/schema/deposits.ts'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { spinSlices } from '../database/schema/spin.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { writeSetting } from '../database/settings.ts'
import { describeOnEach } from '../database/test-database.ts'
import { creditForm } from '../deposits/test-transfers.ts'
import { FaultInjector } from '../database/test-fault-injection.ts'
import { auditLedger } from '../ledger/audit.ts'
import { makeTransfer } from '../providers/sandbox/transfer-book.ts'
import { examineSlips } from '../jobs/examine-slips.ts'
import { finishProviderTransfers } from '../jobs/finish-provider-transfers.ts'
import { handOverPayouts } from '../jobs/hand-over-payouts.ts'
import { runJob } from '../jobs/run-jobs.ts'
import { reportResult } from './games/report-result.ts'
import { qrOf } from './slip/bank-reference.ts'
import { examineSlip } from './slip/examine-slip.ts'
import { faultyProgram, programOf, saysFailed, stateOf, type TestProgram } from './test-crash.ts'
import { type TestServer, openTestServer, type TestMember } from './test-server.ts'

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
      const { status, to } = await program.submitForm(path, fields)
      return status < 400 ? 'done' : `${status}${to}`
    }
  }
  async function games({ request }: TestMember) {
    for (const slot of ['PG', 'JOKER']) await request(activateGame, { params: { slot } })
    await request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 300 } })
  }
  const lost = ({ id }: TestMember, amount = -20_000) =>
    transact(server.db, (tx) =>
      reportResult(tx, { memberId: id, gameCode: 'PG', amount, round: randomUUID() }, server.clock.now()),
    )
  async function code({ id, request }: TestMember) {
    await request(createQr, { params: { code: 'KBANK' }, body: { amount: 150 } })
    const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
    return { qrcodeId: row?.id ?? '', reference: row?.reference ?? '' }
  }
  async function requestedWithdrawal({ id, request }: TestMember) {
    await request(withdraw, { body: { amount: 200 } })
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, id))
    return { id: row?.id ?? '' }
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
  const isArrived = async ({ id }: TestMember) =>
    (await server.db.$count(providerTransfers, eq(providerTransfers.memberId, id))) === 0
  const link = () => {
    const gift = `https://gift.truemoney.com/campaign/?v=${randomUUID().replaceAll('-', '')}Abc`
    return AES.encrypt(`${gift}::Champa Sandbox`, sandboxTruelinkKey).toString()
  }

  /** Prepares each operation, and returns the operation itself, which can be repeated. */
  const operations: Record<string, (member: TestMember, key: string) => Promise<Perform>> = {
    'a deposit': async (_, key) => async (program) =>
      told(await program.request(addMoney, { body: { amount: 250 }, key })),
    'a QR created': async (_, key) => async (program) =>
      told(await program.request(createQr, { params: { code: 'FP' }, body: { amount: 50 }, key })),
    'a QR cancelled': async (member, key) => {
      const { qrcodeId } = await code(member)
      return async (program) => told(await program.request(cancelQr, { params: { qrcodeId }, key }))
    },
    'a QR paid': async (member) => submitForm('/qr/pay', await code(member)),
    'a QR paid late': async (member) => {
      const qr = await code(member)
      await server.submitForm('/qr/expire', qr)
      return submitForm('/qr/pay', qr)
    },
    'a late payment credited': async (member) => {
      const qr = await code(member)
      await server.submitForm('/qr/expire', qr)
      await server.submitForm('/qr/pay', qr)
      return submitForm('/qr/credit', await creditForm(server, qr.reference))
    },
    'a gift link sent': async (_, key) => {
      const body = { link: link() }
      return async (program) => told(await program.request(sendTrueLink, { body, key }))
    },
    'a gift opened': async (member) => {
      await member.request(sendTrueLink, { body: { link: link() } })
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
    'a transfer into a game': async (member, key) => {
      await games(member)
      const body = { from: 'WALLET', to: 'PG', amount: 99.5 }
      return async (program) => told(await program.request(transfer, { body, key }))
    },
    'a transfer between games': async (member, key) => {
      await games(member)
      const body = { from: 'PG', to: 'JOKER', amount: 120 }
      return async (program) => told(await program.request(transfer, { body, key }))
    },
    'a transfer of everything into a game': async (member, key) => {
      await games(member)
      return async (program) => told(await program.request(transferAll, { body: { to: 'JOKER' }, key }))
    },
    'a transfer of everything back': async (member, key) => {
      await games(member)
      await member.request(transfer, { body: { from: 'WALLET', to: 'JOKER', amount: 100 } })
      return async (program) => told(await program.request(transferAll, { body: { to: 'WALLET' }, key }))
    },
    'everything collected': async (member, key) => {
      await games(member)
      await member.request(transfer, { body: { from: 'WALLET', to: 'JOKER', amount: 100 } })
      return async (program) => {
        const answer = await program.request(collect, { key })
        // The games are asked after the answer; a program that is lost asks no more.
        await vi.waitUntil(() => isArrived(member), { timeout: 2000 }).catch(() => undefined)
        return told(answer)
      }
    },
    'a game activated': async (_, key) => async (program) =>
      told(await program.request(activateGame, { params: { slot: 'UFABET' }, key })),
    'a game’s password reset': async (member, key) => {
      await games(member)
      return async (program) =>
        told(await program.request(resetGamePassword, { params: { slot: 'PG' }, key }))
    },
    'a round played': async (member, key) => {
      await games(member)
      const result = { memberId: member.id, gameCode: 'PG', amount: -5000, round: key }
      return async ({ context: { db, clock } }) => {
        await transact(db, (tx) => reportResult(tx, result, clock.now()))
        return 'done'
      }
    },
    'a round that earns coins': async (member, key) => {
      await games(member)
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
    'a withdrawal': async (_, key) => async (program) =>
      told(await program.request(withdraw, { body: { amount: 400 }, key })),
    'a withdrawal above the balance': async (_, key) => async (program) =>
      told(await program.request(withdraw, { body: { amount: 4000 }, key })),
    'a withdrawal of all': async (member, key) => {
      await games(member)
      return async (program) => told(await program.request(withdrawAll, { body: { amount: 900 }, key }))
    },
    'a withdrawal cancelled': async (member, key) => {
      // Longer than the clock is moved: handed over meanwhile, it could rightly not be cancelled any more.
      await writeSetting(server.db, 'payouts', { waitSeconds: 600, minutes: 0 })
      const { id } = await requestedWithdrawal(member)
      await writeSetting(server.db, 'payouts', { waitSeconds: 0, minutes: 0 })
      return async (program) => told(await program.request(cancelWithdrawal, { params: { id }, key }))
    },
    'a withdrawal settled': async (member) => {
      const { id } = await requestedWithdrawal(member)
      return submitForm('/withdrawals/settle', await server.decisionOf(id))
    },
    'a withdrawal refused': async (member) => {
      const { id } = await requestedWithdrawal(member)
      return submitForm('/withdrawals/refuse', await server.decisionOf(id))
    },
    'a bonus activated': async (_, key) => async (program) =>
      told(await program.request(activateBonus, { params: { code: 'WELCOME' }, key })),
    'a bonus ended': async (member, key) => {
      await member.request(activateBonus, { params: { code: 'LUCKY' } })
      return async (program) => told(await program.request(clearBonus, { key }))
    },
    'a promotion activated': async (_, key) => async (program) =>
      told(await program.request(activatePromotion, { params: { code: 'CHAMPA50' }, key })),
    'an invite bonus claimed': async ({ id }, key) => {
      await server.newMember({ invitedBy: id, wallet: 10_000 })
      return async (program) => told(await program.request(claimInviteBonus, { key }))
    },
    'a refund settled': async (member, key) => {
      await games(member)
      await lost(member)
      return async (program) => told(await program.request(receiveRefund, { key }))
    },
    'a refund paid': async (member, key) => {
      await games(member)
      await lost(member)
      await member.request(receiveRefund)
      return async (program) => told(await program.request(addRefundToWallet, { key }))
    },
    'a spin': async (_, key) => async (program) => told(await program.request(spin, { key })),
    'a coupon claimed': async (member, key) => {
      await member.request(spin)
      return async (program) => told(await program.request(claimCoupon, { body: { coupon: 'B20' }, key }))
    },
  }

  /** The member's state in the database and the balances at the providers, equal for all members in the same state. */
  async function stateWithProviders({ id }: TestMember) {
    const { moves } = server.context.providers.sandbox!
    const providers = ['PG', 'JOKER'].map((game) => moves.sum(game, `${game}${id}`.toLowerCase()))
    return { ...(await stateOf(server.db, id)), providers }
  }

  /** Performs the operation with the injected faults, then again without them; returns the state after each stage. */
  async function interrupt(name: string, faults: FaultInjector, isRepeatedFirst: boolean) {
    const member = await server.newMember({ wallet: 100_000 })
    const perform = await operations[name]!(member, randomUUID())
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
      for (const job of [finishProviderTransfers, handOverPayouts, examineSlips])
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

  test.each(Object.keys(operations))('%s', { timeout: LIMIT }, async (name) => {
    const intact = new FaultInjector()
    const whole = await interrupt(name, intact, true)
    const { providers: _before, ...none } = whole.before
    const { providers: _after, ...all } = whole.after
    expect(whole.again).toBe(whole.first)
    const points = Array.from({ length: intact.steps }, (_, at) => at + 1)
    const tried = POINTS >= points.length ? points : sampleOf(points)

    for (const at of tried) {
      for (const once of POINTS === Infinity ? [true, false] : [at % 2 === 0]) {
        const isRepeatedFirst = at % 3 === 0
        const said = `${name} at ${at} of ${intact.steps}, ${once ? 'one step lost' : 'the program lost'}`
        const end = await interrupt(name, new FaultInjector(at, once), isRepeatedFirst)
        // Money that a provider is asked about is reserved, and a repeat is turned away until it has arrived.
        const whatWas = end.isUnderWay ? [none, all, end.broken] : [none, all]
        expect(end.first.startsWith(FAILED) ? [none] : whatWas, said).toContainEqual(end.broken)
        expect([whole.before, whole.after], said).toContainEqual(end.resumed)
        const waits = end.isUnderWay && isRepeatedFirst && name !== 'everything collected'
        expect(end.again, said).toBe(waits ? '409 REQUEST_LIMIT' : whole.again)
        expect(end.after, said).toEqual(whole.after)
      }
    }
  })

  const sampleOf = (points: readonly number[]) =>
    fc.sample(fc.shuffledSubarray([...points], { minLength: POINTS, maxLength: POINTS }), 1)[0] ?? []
})
