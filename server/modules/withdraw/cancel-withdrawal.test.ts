import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { listStatements } from '#api/contract/statement.ts'
import { transfer, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { MINUTE, SECOND } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import { handOverPayouts } from '../../jobs/hand-over-payouts.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { handOver } from './send-payout.ts'

const WAIT = 60
/** How a payout is shown that the bank was not asked to pay. */
const UNTAKEN = '//'
const tooLate = refused('WITHDRAW_TOO_LATE')
const unknown = refused('NO_DATA', 404)
const done = { status: 200, body: { message: 'SUCCESS' } }

describeOnEach('a withdrawal cancelled by its member', (open, kind) => {
  let server: TestServer
  /** The references that the bank was asked to pay. */
  let asked: string[]
  let app: AppContext
  let answerOfBank: () => Promise<void>
  beforeAll(async () => {
    server = await openTestServer(open)
    asked = []
    answerOfBank = () => Promise.resolve()
    const { providers } = server.context
    const payOut: AppContext['providers']['bank']['payOut'] = ({ reference }) => {
      asked.push(reference)
      return answerOfBank()
    }
    app = { ...server.context, providers: { ...providers, bank: { ...providers.bank, payOut } } }
    await setWait(WAIT)
  })

  const setWait = (waitSeconds: number) => writeSetting(server.db, 'payouts', { waitSeconds, minutes: 20 })
  const cancel = ({ request }: TestMember, id: string, key: string = randomUUID()) =>
    request(cancelWithdrawal, { params: { id }, key })
  const rowsOf = async ({ request }: TestMember) =>
    (await request(listStatements, { body: { page: 1, limit: 10, statementTypes: ['withdraw'] } })).body
      .statements
  async function withdrawn(member: TestMember, amount = 300): Promise<string> {
    expect(await member.request(withdraw, { body: { amount } })).toMatchObject(done)
    const [row] = await rowsOf(member)
    return row?.reference ?? ''
  }
  const statusOf = async (id: string) => {
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.id, id))
    return row?.status
  }

  test('while it waits nobody asks the bank; cancelled, the money is in the wallet again, once', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    const id = await withdrawn(member)
    await runJob(app, handOverPayouts)
    expect(asked).not.toContain(id)
    const [waiting] = await rowsOf(member)
    const expectedAt = new Date(Date.parse(waiting?.createdAt ?? '') + 20 * MINUTE).toISOString()
    expect(waiting).toMatchObject({ status: 'PROCESSING', withdrawal: { mayCancel: true, expectedAt } })

    const key = randomUUID()
    expect(await cancel(member, id, key)).toMatchObject(done)
    expect(await cancel(member, id, key)).toMatchObject(done)
    // As from another phone: it is cancelled, and nothing moves again.
    expect((await cancel(member, id)).body).toEqual(done.body)
    expect(await member.wallet()).toBe(100_000)
    expect(await balancesOf(server.db, member.id)).toMatchObject({ withdrawing: 0 })
    const [cancelled, ...others] = await rowsOf(member)
    expect(others).toEqual([])
    const endedAt = server.clock.now().toISOString()
    expect(cancelled).toMatchObject({
      status: 'FAILED',
      balanceAfter: null,
      withdrawal: { isCancelled: true, endedAt },
    })
    expect(cancelled?.withdrawal).not.toHaveProperty('mayCancel')
    const events = await server.db.select().from(auditEvents).where(eq(auditEvents.subject, id))
    expect(events).toMatchObject([
      { kind: 'withdrawal-cancelled', actor: 'member', after: { amount: 30_000 } },
    ])
    expect(server.events.filter(({ memberId }) => memberId === member.id)).toHaveLength(2)

    server.clock.advance(WAIT * SECOND)
    await runJob(app, handOverPayouts)
    expect(asked).not.toContain(id)
    expect(await transact(server.db, (tx) => decideWithdrawal(app, tx, id, { status: 'settled' }))).toBe(
      'contradicted',
    )
    await server.expectBalancedLedger()
  })

  test('once its time is over the bank gets it: too late, even if the bank did not take it', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    const [taken, lost] = [await withdrawn(member), await withdrawn(member)]
    server.clock.advance(WAIT * SECOND)
    answerOfBank = () => (asked.at(-1) === lost ? Promise.reject(new Error('silent')) : Promise.resolve())
    await runJob(app, handOverPayouts)
    answerOfBank = () => Promise.resolve()
    expect(asked).toEqual(expect.arrayContaining([taken, lost]))
    for (const id of [taken, lost]) expect(await cancel(member, id)).toMatchObject(tooLate)
    const handed = (await rowsOf(member)).find(({ reference }) => reference === taken)
    expect(handed?.withdrawal).toMatchObject({ handedAt: server.clock.now().toISOString() })
    expect(handed?.withdrawal).not.toHaveProperty('mayCancel')
    expect(await member.wallet()).toBe(40_000)
  })

  test('only one’s own; where the house does not wait it is too late at once; what was paid too', async () => {
    const [member, other] = [await server.newMember({ wallet: 100_000 }), await server.newMember()]
    const id = await withdrawn(member)
    expect(await cancel(other, id)).toMatchObject(unknown)
    expect(await cancel(member, randomUUID())).toMatchObject(unknown)
    expect(await cancel(member, 'none')).toMatchObject(unknown)
    expect((await server.submitForm('/withdrawals/refuse', { id, shown: UNTAKEN })).to).toContain('refused')
    const events = server.events.length
    expect((await cancel(member, id)).body).toEqual({
      ...done.body,
      isReturned: true,
      isRefusedByStaff: true,
    })
    expect(await statusOf(id)).toBe('refused')
    expect(await member.wallet()).toBe(100_000)
    expect(server.events).toHaveLength(events)
    await server.saveSetting('/rules/payouts', { waitSeconds: '0', minutes: '20' })
    const atOnce = await withdrawn(member)
    await expect.poll(() => cancel(member, atOnce)).toMatchObject(tooLate)
    await server.submitForm('/withdrawals/settle', await server.decisionOf(atOnce))
    expect(await statusOf(atOnce)).toBe('settled')
    expect(await cancel(member, atOnce)).toMatchObject(tooLate)
    const { status } = await server.saveSetting('/rules/payouts', { waitSeconds: '90000', minutes: '20' })
    expect(status).toBe(422)
    await server.saveSetting('/rules/payouts', { waitSeconds: String(WAIT), minutes: '20' })
  })

  test('what was collected out of games comes back to the wallet, and another may be sent', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 900 } })
    expect(await member.request(withdrawAll, { body: { amount: 950 } })).toMatchObject(done)
    const [row] = await rowsOf(member)
    expect(await cancel(member, row?.reference ?? '')).toMatchObject(done)
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([100_000, 0])
    // Cancelled withdrawals do not count towards the limit of pending ones.
    for (let n = 0; n < 4; n += 1)
      expect(await cancel(member, await withdrawn(member, 100))).toMatchObject(done)
    await server.expectBalancedLedger()
  })

  test('law: cancelled, or handed to the bank and decided, never both, and the money is somewhere once', async () => {
    const step = fc.constantFrom('cancel', 'cancel', 'hand', 'hand', 'settle', 'refuse', 'untaken')
    const tries = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(tries, async (plans) => {
        const member = await server.newMember({ wallet: 90_000 })
        const ids: string[] = []
        for (const _ of plans) ids.push(await withdrawn(member, 300))
        const answers: { id: string; end: string }[] = []
        const refusedUntaken = new Set<string>()
        const perform = async (id: string, name: string) => {
          if (name === 'cancel') {
            const { status, body } = await cancel(member, id)
            if (status === 200) answers.push({ id, end: body.isReturned ? 'refused' : 'cancelled' })
          } else if (name === 'hand') {
            const payout = {
              reference: id,
              amount: 30_000,
              bankCode: 'KBANK',
              accountName: 'A',
              accountNo: '1',
            }
            await handOver(app, payout)
          } else {
            const decision =
              name === 'settle'
                ? { status: 'settled' as const }
                : { status: 'refused' as const, reason: 'no' }
            const shown = name === 'untaken' ? UNTAKEN : undefined
            const end = await transact(server.db, (tx) => decideWithdrawal(app, tx, id, decision, shown))
            if (shown !== undefined && end !== null && typeof end !== 'string') refusedUntaken.add(id)
          }
        }
        await Promise.all(plans.flatMap((plan, at) => plan.map((name) => perform(ids[at] ?? '', name))))
        let [paid, pending] = [0, 0]
        for (const id of ids) {
          const status = await statusOf(id)
          const told = answers.filter((answer) => answer.id === id).map(({ end }) => end)
          // However often it was cancelled, each answer says where the money is.
          expect(told.filter((end) => end !== status)).toEqual([])
          expect(told.length > 0 || status !== 'cancelled').toBe(true)
          // The bank is never asked for what the member has back.
          expect(asked.includes(id) && (status === 'cancelled' || refusedUntaken.has(id))).toBe(false)
          if (status === 'settled') paid += 30_000
          if (status === 'pending') pending += 30_000
        }
        expect(await balancesOf(server.db, member.id)).toMatchObject({
          wallet: 90_000 - paid - pending,
          withdrawing: pending,
        })
      }),
      { numRuns: isDrawnInFull(kind) ? 25 : 4, seed: 18 },
    )
    await server.expectBalancedLedger()
  })
})
