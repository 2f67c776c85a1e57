import { randomUUID } from 'node:crypto'
import { and, eq, getTableName, inArray, or, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addMoney } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { MINUTE, SECOND } from '../clock.ts'
import { rowsOf, transact } from '../database/query.ts'
import { qrCodes, sandboxTransfers, slips, trueLinks } from '../database/schema/deposits.ts'
import { members } from '../database/schema/members.ts'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { writeSetting } from '../database/settings.ts'
import { describeOnEach } from '../database/test-database.ts'
import { sumOfDue } from '../database/test-due.ts'
import { creditForm } from '../deposits/test-transfers.ts'
import { balancesOf } from '../ledger/balances.ts'
import { auditLedger } from '../ledger/audit.ts'
import { handOverPayouts } from '../jobs/hand-over-payouts.ts'
import { runJob } from '../jobs/run-jobs.ts'
import { makeTransfer } from '../providers/sandbox/transfer-book.ts'
import { due, moneyOperations } from '../test-gathered-cases.ts'
import { reportResult } from './games/report-result.ts'
import { bankReferenceOf } from './slip/bank-reference.ts'
import { examineSlip } from './slip/examine-slip.ts'
import { GAMES } from './test-games.ts'
import { pick } from './test-money-operation.ts'
import { type TestServer, openTestServer, type TestMember } from './test-server.ts'
import { pendingWithdrawal } from './withdraw/test-withdrawals.ts'

const RUNS = process.env['LONG'] === '1' ? 200 : 4
const TIMEOUT_MS = 30 * 60_000

/** How long a withdrawal waits before the bank is asked, in ms. */
const WAIT = MINUTE

const REASONS = ['NOT_MATCH', 'INVALID_SLIP', 'UNKNOW_ERROR']

/** What providers and operators do, and the member outside the app. */
const others = [
  'bankTransfer',
  'tell',
  'payQr',
  'expireQr',
  'creditQr',
  'openGift',
  'showSlip',
  'judgeSlip',
  'settleSlip',
  'refuseSlip',
  'play',
  'settle',
  'refuse',
  'breakGame',
  'breakAnswer',
] as const
const membersOwn = new Map(moneyOperations.map((one) => [one.call.id, one]))

const operation = fc.record({
  name: fc.constantFrom<string[]>(...membersOwn.keys(), ...others),
  who: fc.nat(2),
  amount: fc.oneof(
    fc.constantFrom(0, 1, 99.99, 100, 1000),
    fc.nat(60_000_00).map((satang) => satang / 100),
  ),
  /** Picks one of the options. */
  one: fc.nat(11),
  other: fc.nat(11),
  isWon: fc.boolean(),
  /** Repeats an operation with the same key: at once, and after all others of its round. */
  isTwice: fc.boolean(),
  isRepeated: fc.boolean(),
})
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

interface Answer {
  status: number
  body?: unknown
}

describeOnEach('random operations of members, providers and operators', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })
  // Withdrawals wait, so that some are cancelled.
  beforeEach(() => writeSetting(server.db, 'payouts', { waitSeconds: WAIT / SECOND, minutes: 0 }))

  async function newMembers(): Promise<TestMember[]> {
    const first = await server.newMember({ wallet: 200_000 })
    const friends = [server.newMember({ invitedBy: first.id }), server.newMember({ invitedBy: first.id })]
    const all = [first, ...(await Promise.all(friends))]
    for (const { request } of all) {
      for (const slot of GAMES) await request(activateGame, { params: { slot } })
    }
    return all
  }

  const submitForm = async (path: string, fields: Record<string, string>): Promise<Answer> => ({
    status: (await server.submitSeen(path, fields)).status,
  })
  const codesOf = (id: string) => server.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
  const slipsOf = (id: string) => server.db.select().from(slips).where(eq(slips.memberId, id))
  const giftsOf = (id: string) => server.db.select().from(trueLinks).where(eq(trueLinks.memberId, id))

  /** A slip, as if read, of one of the run's few transfers; the bank knows some of them and their senders. */
  async function showSlip(run: Run, { id }: TestMember, { one, other, amount }: Operation): Promise<Answer> {
    const slip = { bankNo: '014', reference: `${run.name}${one % 4}` }
    const createdAt = server.clock.now()
    if (other % 2 === 0 && amount > 0) {
      const made = { memberId: id, channel: 'SLIP', amount: Math.round(amount * 100), paidAt: createdAt }
      await makeTransfer(server.db, { ...made, slip })
    }
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const reference = randomUUID()
    const bankReference = bankReferenceOf(slip)
    await server.db.insert(slips).values({ memberId: id, reference, bankReference, createdAt, ...file })
    return { status: 200 }
  }

  interface Run {
    name: string
    /** Satang that members deposited by the sandbox's call, counted by its replies. */
    added: Map<string, number>
  }

  /** Prepares an operation that can be repeated: everything it depends on is looked up first. */
  async function prepare(run: Run, member: TestMember, it: Operation): Promise<() => Promise<Answer>> {
    const { id, request } = member
    const { amount, one, other } = it
    const key = randomUUID()
    const own = membersOwn.get(it.name)
    if (own) {
      const send = await own.drawn({ server, member, run: run.name, amount, one, other })
      return async () => {
        const answer = await send(request, key)
        if (it.name === addMoney.id && answer.status === 200)
          run.added.set(`${id} ${key}`, Math.round(amount * 100))
        return answer
      }
    }
    const reference = pick(await codesOf(id), other)?.reference ?? ''
    const slip = pick(await slipsOf(id), other)?.reference ?? ''
    const gift = pick(await giftsOf(id), other)?.codeHash ?? ''
    const baht = String(Math.max(0.01, amount))
    switch (it.name as (typeof others)[number]) {
      case 'bankTransfer': {
        const [row] = await server.db.select().from(members).where(eq(members.id, id))
        const fields = { phone: row?.username ?? '', amount: baht, told: it.isWon ? 'now' : 'later' }
        return () => submitForm('/transfers', fields)
      }
      case 'tell': {
        const accounts = await server.db
          .select({ no: members.bankAccountNo })
          .from(members)
          .where(eq(members.id, id))
        const gifts = (await giftsOf(id)).map(({ codeHash }) => `gift:${codeHash}`)
        const told = await server.db
          .select({ id: sandboxTransfers.id })
          .from(sandboxTransfers)
          .where(
            or(
              inArray(
                sandboxTransfers.fromAccount,
                accounts.map(({ no }) => no ?? ''),
              ),
              inArray(sandboxTransfers.ownReference, gifts),
            ),
          )
        return () => submitForm('/transfers/tell', { id: pick(told, other)?.id ?? '' })
      }
      case 'payQr':
        return () => submitForm('/qr/pay', { reference, told: it.isWon ? 'now' : 'later' })
      case 'expireQr':
        return () => submitForm('/qr/expire', { reference })
      case 'creditQr': {
        const form = await creditForm(server, reference)
        return () => submitForm('/qr/credit', form)
      }
      case 'openGift':
        return () =>
          submitForm('/slips/gift', { code: gift, amount: baht, verdict: it.isWon ? 'settle' : 'refuse' })
      case 'showSlip':
        return () => showSlip(run, member, it)
      case 'judgeSlip':
        return async () => {
          await examineSlip(server.context, slip)
          return { status: 200 }
        }
      case 'settleSlip':
        return () => submitForm('/slips/settle', { reference: slip, amount: baht })
      case 'refuseSlip':
        return () => submitForm('/slips/refuse', { reference: slip, reason: pick(REASONS, one) ?? '' })
      case 'play': {
        const gameCode = pick(GAMES, other) ?? ''
        const satang = Math.max(1, Math.round(amount * 100)) * (it.isWon ? 1 : -1)
        const result = { memberId: id, gameCode, amount: satang, round: key }
        return async () => {
          await transact(server.db, (tx) => reportResult(tx, result, server.clock.now()))
          return { status: 200 }
        }
      }
      case 'settle':
      case 'refuse': {
        const pending = await pendingWithdrawal(server, id)
        if (!pending) return () => submitForm(`/withdrawals/${it.name}`, { id: randomUUID() })
        // A person decides only once the bank has been asked.
        server.clock.advance(WAIT)
        await runJob(server.context, handOverPayouts)
        const fields = await server.decisionOf(pending)
        return () => submitForm(`/withdrawals/${it.name}`, fields)
      }
      case 'breakGame':
        return () => submitForm('/switches', { name: `game:${pick(GAMES, other)}` })
      case 'breakAnswer':
        return () => submitForm('/switches', { name: `game:${pick(GAMES, other)}:after` })
    }
  }

  /** One round: all operations at once, then some repeated. */
  async function perform(
    run: Run,
    all: readonly TestMember[],
    together: readonly Operation[],
  ): Promise<void> {
    const ready = await Promise.all(
      together.map(async (it) => ({ it, work: await prepare(run, all[it.who] ?? all[0]!, it) })),
    )
    const told = await Promise.all(
      ready.flatMap(({ it, work }) =>
        Array.from({ length: it.isTwice ? 2 : 1 }, async () => [it, await work()] as const),
      ),
    )
    for (const { it, work } of ready) if (it.isRepeated) told.push([it, await work()])
    for (const [it, { status }] of told) expect([it.name, status < 500]).toEqual([it.name, true])
    for (const { it } of ready) {
      // A repeat may be refused while the first is still running, and later gets the same reply.
      const answers = told.filter(([of, { status, body }]) => of === it && body && status !== 409)
      const bodies = answers.map(([, { body }]) => body)
      expect([it.name, bodies]).toEqual([it.name, bodies.map(() => bodies[0])])
    }
  }

  /** What is collected arrives after the answer. */
  async function expectAllArrived(ids: readonly string[]): Promise<void> {
    const underWay = inArray(providerTransfers.memberId, [...ids])
    await expect.poll(() => server.db.$count(providerTransfers, underWay)).toBe(0)
  }

  /** Satang. */
  async function countedBy(some: typeof due, id: string): Promise<number> {
    const [row] = await rowsOf<{ sum: number }>(server.db, sql`select (${sumOfDue(some, id)})::bigint as sum`)
    return Number(row?.sum)
  }

  /** The member's total in satang by every record except the ledger. */
  async function dueTo(run: Run, id: string, atFirst: number): Promise<number> {
    const added = [...run.added].filter(([who]) => who.startsWith(id)).map(([, satang]) => satang)
    return added.reduce((all, satang) => all + satang, atFirst + (await countedBy(due, id)))
  }

  /** Every paid slip, QR and gift link has a transfer in the register of deposits, with the same member and amount. */
  async function expectDeposited(id: string): Promise<void> {
    const orphans = await rowsOf(
      server.db,
      sql`select paid.* from (
            select 'slip' as what, s.transfer_id, s.amount from slips s where s.member_id = ${id} and s.status = 'SUCCESS'
            union all
            select 'gift', t.id, g.amount from true_links g
              left join incoming_transfers t on t.own_reference = 'gift:' || g.code_hash
              where g.member_id = ${id} and g.status = 'SUCCESS'
            union all
            select 'code', t.id, t.amount from qr_codes q
              left join incoming_transfers t on t.own_reference = 'qr:' || q.reference and t.credited_at is not null
              where q.member_id = ${id} and q.status = 'paid'
          ) paid left join incoming_transfers t on t.id = paid.transfer_id
          where t.member_id is distinct from ${id} or t.credited_at is null or t.amount is distinct from paid.amount`,
    )
    expect(orphans).toEqual([])
  }

  async function expectRight(run: Run, { id }: TestMember, atFirst: number, after = ''): Promise<void> {
    const { wallet, withdrawing, games } = await balancesOf(server.db, id)
    const held = Object.values(games)
    expect(Math.min(wallet, withdrawing, ...held)).toBeGreaterThanOrEqual(0)
    expect(
      held.reduce((all, satang) => all + satang, wallet + withdrawing),
      `${after}The books differ from what every \`due\` of a test-cases.ts counts, where the table of an operation may be missing: “Change money or state in a screen”, 7, in docs/how-to.md`,
    ).toBe(await dueTo(run, id, atFirst))
    const waiting = await server.db
      .select({ sum: sql`coalesce(sum(amount), 0)`.mapWith(Number) })
      .from(withdrawals)
      .where(and(eq(withdrawals.memberId, id), eq(withdrawals.status, 'pending')))
    expect(withdrawing).toBe(waiting[0]?.sum)
    // The ledger's balances at the providers equal the transfers plus wins and losses.
    const played = await rowsOf<{ game: string; sum: number }>(
      server.db,
      sql`select game_code as game, sum(amount)::bigint as sum from game_results where member_id = ${id} group by 1`,
    )
    for (const game of GAMES) {
      const brought = server.context.providers.sandbox!.moves.sum(game, `${game}${id}`.toLowerCase())
      const won = played.find((row) => row.game === game)?.sum ?? 0
      expect([game, brought + won]).toEqual([game, games[game] ?? 0])
    }
  }

  const plain = { who: 0, amount: 100, one: 0, other: 0, isWon: true, isTwice: false, isRepeated: false }

  // What is drawn below may do little of it: a coupon is rarely won, and a refund rarely due.
  test('each operation, done once, is counted, and what comes of it', { timeout: TIMEOUT_MS }, async () => {
    const ids: string[] = []
    for (const { call, cases } of moneyOperations) {
      // Counted by its replies, without a `due`.
      if (call.id === addMoney.id) continue
      for (const [name, bringAbout] of cases) {
        const member = await server.newMember({ wallet: 100_000 })
        server.context.providers.sandbox!.forcedSpins.set(member.id, 'B20')
        const run: Run = { name: randomUUID().replaceAll('-', ''), added: new Map() }
        const send = await bringAbout({ server, member })
        const { status } = await send(member.request, randomUUID())
        expect([name, status < 500]).toEqual([name, true])
        await expectAllArrived([member.id])
        for (const then of ['payQr', 'openGift', 'settle'])
          await perform(run, [member], [{ ...plain, name: then }])
        await expectRight(run, member, 100_000, `${call.id}, ${name}: `)
        ids.push(member.id)
      }
    }
    for (const one of due) {
      const sums = await Promise.all(ids.map((id) => countedBy([one], id)))
      expect([getTableName(one.table), sums.some((sum) => sum !== 0)]).toEqual([
        getTableName(one.table),
        true,
      ])
    }
  })

  test(
    'no money appears or is lost, nobody owes any, and nothing pays twice',
    { timeout: TIMEOUT_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(operation, { minLength: 1, maxLength: 5 }), { minLength: 8, maxLength: 16 }),
          async (rounds) => {
            const all = await newMembers()
            const ids = all.map(({ id }) => id)
            const run: Run = { name: randomUUID().replaceAll('-', ''), added: new Map() }
            for (const together of rounds) await perform(run, all, together)
            await expectAllArrived(ids)

            expect(await auditLedger(server.db, { memberIds: ids })).toEqual([])
            for (const [at, member] of all.entries()) {
              await expectRight(run, member, at === 0 ? 200_000 : 0)
              await expectDeposited(member.id)
            }
            const paid = await server.db
              .selectDistinct({ reference: slips.bankReference, transferId: slips.transferId })
              .from(slips)
              .where(and(inArray(slips.memberId, ids), eq(slips.status, 'SUCCESS')))
            expect(new Set(paid.map(({ reference }) => reference)).size).toBe(paid.length)
            expect(new Set(paid.map(({ transferId }) => transferId)).size).toBe(paid.length)
          },
        ),
        { numRuns: RUNS, endOnFailure: true },
      )
      await server.expectBalancedLedger()
    },
  )
})
