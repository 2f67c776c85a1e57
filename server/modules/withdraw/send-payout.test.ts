import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { takeBreak } from '#api/contract/limits.ts'
import { listStatements } from '#api/contract/statement.ts'
import { withdraw } from '#api/contract/wallet.ts'
import { createApp } from '../../app.ts'
import { DAY, MINUTE, SECOND } from '../../clock.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { members } from '../../database/schema/members.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { handOverPayouts } from '../../jobs/hand-over-payouts.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { clientOf } from '../../http/test-app.ts'
import { readQueues } from '../health/queues.ts'
import { createFormSubmitter, openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import { sendPayout } from './send-payout.ts'

describeOnOne('a payout that waits for the bank', (open) => {
  let server: TestServer
  /** The references that the bank was asked to pay. */
  let asked: string[]
  beforeAll(async () => {
    server = await openTestServer(open)
    await writeSetting(server.db, 'payouts', { waitSeconds: 60, minutes: 20 })
    server.context.providers.bank.payOut = async ({ reference }) => void asked.push(reference)
  })
  beforeEach(() => {
    asked = []
  })

  const rowOf = async ({ id }: TestMember) => {
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, id))
    if (!row) throw new Error('No withdrawal')
    return row
  }
  async function waiting() {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(withdraw, { body: { amount: 300 } })
    return { member, reference: (await rowOf(member)).id }
  }
  const setStatus = ({ id }: TestMember, status: 'active' | 'inactive') =>
    server.db.update(members).set({ status }).where(eq(members.id, id))
  const handOver = async () => {
    server.clock.advance(MINUTE)
    await runJob(server.context, handOverPayouts)
  }
  /** What the console shows of the withdrawal. */
  const consoleRow = async (reference: string) => {
    const page = await (await server.app.request('/sandbox')).text()
    return page.split('<tr>').find((row) => row.includes(reference)) ?? ''
  }
  /** What the form sends that settles or refuses the withdrawal, as the console shows it; undefined if it shows none. */
  async function decision(path: 'settle' | 'refuse', reference: string) {
    const [, form] = (await consoleRow(reference)).split(`/withdrawals/${path}`)
    const shown = /name="shown" value="([^"]*)"/u.exec(form?.split('</form>')[0] ?? '')?.[1]
    return shown === undefined ? undefined : { id: reference, shown }
  }
  const refusal = (reference: string) => decision('refuse', reference)
  const settle = async (reference: string) => submit('settle', await decision('settle', reference))
  const submit = async (path: string, fields: Record<string, string> = {}) =>
    (await server.submitForm(`/withdrawals/${path}`, fields)).to
  /** A payout that the bank was asked to pay, which has not answered. */
  async function unanswered() {
    const { bank } = server.context.providers
    const answers = bank.payOut
    bank.payOut = async (payout) => {
      await answers(payout)
      throw new Error('silent')
    }
    const { member, reference } = await waiting()
    await handOver()
    return { member, reference, answer: () => void (bank.payOut = answers) }
  }
  const queued = async (name: string) =>
    (await readQueues(server.db, server.clock.now())).find((queue) => queue.name === name)

  test('waits while payouts are off, as long as the books are right, and goes on when they are on', async () => {
    const { config } = server.context
    const off = { ...server.context, config: { ...config, payouts: false } }
    const app = createApp(off)
    const { member, reference } = await waiting()
    server.clock.advance(MINUTE)
    await runJob(off, handOverPayouts)
    const { amount, bankCode, bankAccountName, bankAccountNo } = await rowOf(member)
    await sendPayout(off, {
      reference,
      amount,
      bankCode,
      accountName: bankAccountName,
      accountNo: bankAccountNo,
    })
    expect(asked).toEqual([])
    // The operator wanted it so.
    expect(server.logged.join('\n')).not.toContain('payouts-stopped')
    expect(await rowOf(member)).toMatchObject({ status: 'pending', takenAt: null })
    const health = await app.request('/api/health')
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok', payouts: 'stopped' }])
    const ask = clientOf(app, member.request.token)
    expect((await ask(lookupWithdraw)).body).toMatchObject({ payoutsStopped: true })
    const steps = async (request: typeof ask) =>
      (await request(listStatements, { body: { page: 1, limit: 1 } })).body.statements[0]?.withdrawal
    // A time that nobody can keep is not named; cancelling is still offered.
    expect(await steps(ask)).toEqual({ mayCancel: true })
    expect(await steps(member.request)).toHaveProperty('expectedAt')
    await handOver()
    expect(asked).toEqual([reference])
    // What the bank has paid meanwhile is booked.
    const decided = await createFormSubmitter(app)(
      '/withdrawals/settle',
      (await decision('settle', reference)) ?? {},
    )
    expect(decided.to).toContain('settled')
  })

  test('is in the queue from when it is due until the bank has taken it, and then until it is settled', async () => {
    const { reference, answer } = await unanswered()
    server.clock.advance(10 * MINUTE)
    expect(await queued('payouts')).toEqual({ name: 'payouts', size: 1, oldest: 600 })
    // While a person asks the bank about it, nobody hands it over.
    expect(await submit('inquire', { id: reference })).toContain('inquired')
    expect(await queued('payouts')).toMatchObject({ size: 0 })
    expect(await submit('hand-over', { id: reference })).toContain('asked')
    expect(await queued('payouts')).toMatchObject({ size: 1 })
    answer()
    await handOver()
    server.clock.advance(5 * MINUTE)
    expect(await queued('payouts')).toEqual({ name: 'payouts', size: 0, oldest: 0 })
    expect(await queued('unsettled-payouts')).toEqual({ name: 'unsettled-payouts', size: 1, oldest: 300 })
    expect(await settle(reference)).toContain('settled')
    expect(await queued('unsettled-payouts')).toMatchObject({ size: 0 })
  })

  test('is not due before the wait that the house has set is over, however long', async () => {
    await writeSetting(server.db, 'payouts', { waitSeconds: 3600, minutes: 20 })
    const { reference } = await waiting()
    await writeSetting(server.db, 'payouts', { waitSeconds: 60, minutes: 20 })
    server.clock.advance(59 * MINUTE)
    expect(await queued('payouts')).toMatchObject({ size: 0 })
    server.clock.advance(3 * MINUTE)
    expect(await queued('payouts')).toEqual({ name: 'payouts', size: 1, oldest: 120 })
    await handOver()
    expect(asked).toEqual([reference])
    expect(await settle(reference)).toContain('settled')
  })

  test('of a member whom the house has closed is not handed over; it goes on when he is active again', async () => {
    const { member, reference } = await waiting()
    await setStatus(member, 'inactive')
    await handOver()
    expect(asked).toEqual([])
    expect(await rowOf(member)).toMatchObject({ status: 'pending', takenAt: null, handedAt: null })
    expect(await queued('held-payouts')).toMatchObject({ size: 1 })
    expect(await queued('payouts')).toMatchObject({ size: 0 })

    await setStatus(member, 'active')
    server.clock.advance(2 * MINUTE)
    expect(await queued('payouts')).toEqual({ name: 'payouts', size: 1, oldest: 60 })
    await handOver()
    expect(asked).toEqual([reference])
    // What the bank has is the bank's to pay.
    await setStatus(member, 'inactive')
    expect(await queued('payouts')).toMatchObject({ size: 0 })
    expect(await queued('unsettled-payouts')).toMatchObject({ size: 1 })
    expect(await queued('held-payouts')).toMatchObject({ size: 0 })
    expect(await settle(reference)).toContain('settled')
  })

  test('that the bank was asked to pay is asked about again, whatever becomes of its member', async () => {
    const { member, reference, answer } = await unanswered()
    await setStatus(member, 'inactive')
    expect(await rowOf(member)).toMatchObject({ takenAt: expect.any(Date), handedAt: null })
    expect(await queued('held-payouts')).toMatchObject({ size: 0 })
    expect(await queued('payouts')).toMatchObject({ size: 1 })
    expect(await consoleRow(reference)).toContain('sent to the bank, which has not answered')
    answer()
    await handOver()
    expect(asked).toEqual([reference, reference])
    expect(await rowOf(member)).toMatchObject({ handedAt: expect.any(Date) })
    expect(await consoleRow(reference)).toContain('sent to the bank: refuse it only if the bank has not paid')
    expect(await settle(reference)).toContain('settled')
  })

  test('is not settled before the bank was asked to pay it', async () => {
    const { member, reference } = await waiting()
    expect(await consoleRow(reference)).toContain('waits: not sent to the bank')
    await setStatus(member, 'inactive')
    expect(await consoleRow(reference)).toContain('held: its member is closed')
    expect(await consoleRow(reference)).not.toContain('Settle')
    expect(await submit('settle', await refusal(reference))).toContain('untaken')
    expect(await rowOf(member)).toMatchObject({ status: 'pending', decidedAt: null })
    await setStatus(member, 'active')
    await handOver()
    expect(await settle(reference)).toContain('settled')
    await server.expectBalancedLedger()
  })

  test('can be refused meanwhile, and the money is in the wallet again', async () => {
    const { member, reference } = await waiting()
    await setStatus(member, 'inactive')
    await handOver()
    const held = await refusal(reference)
    await setStatus(member, 'active')
    expect(await submit('refuse', held)).toContain('taken')
    await setStatus(member, 'inactive')
    expect(await submit('refuse', held)).toContain('refused')
    await setStatus(member, 'active')
    await handOver()
    expect(asked).toEqual([])
    expect(await member.wallet()).toBe(100_000)
    await server.expectBalancedLedger()
  })

  test('is not refused as one that was not sent once the bank was asked to pay it', async () => {
    const { member, reference } = await waiting()
    const shown = await refusal(reference)
    await handOver()
    expect(await submit('refuse', shown)).toContain('taken')
    expect(await submit('refuse', { id: reference })).toContain('taken')
    expect(await rowOf(member)).toMatchObject({ status: 'pending' })
    expect(await member.wallet()).toBe(70_000)
    // The bank has the order, and may say that it does not pay it.
    expect(await submit('refuse', await refusal(reference))).toContain('refused')
    expect(await member.wallet()).toBe(100_000)
  })

  test('that the bank has not answered is refused only after a person has stopped asking', async () => {
    const { member, reference, answer } = await unanswered()
    // Nor where a process shows it whose clock is behind that of the one that asks.
    for (const clocks of [0, -SECOND, SECOND]) {
      server.clock.advance(clocks)
      expect(await refusal(reference)).toBeUndefined()
    }
    const { takenAt } = await rowOf(member)
    expect(await submit('refuse', { id: reference, shown: `${takenAt?.toISOString()}//` })).toContain('taken')

    expect(await submit('hand-over', { id: reference })).toContain('taken')
    expect(await submit('inquire', { id: reference })).toContain('inquired')
    expect(await submit('inquire', { id: reference })).toContain('taken')
    expect(await consoleRow(reference)).toContain('asked no more: ask the bank about it from')
    // Whoever was asking the bank has not ended yet.
    expect(await refusal(reference)).toBeUndefined()
    await handOver()
    expect(asked).toEqual([reference])
    const first = await refusal(reference)
    expect(await submit('hand-over', { id: reference })).toContain('asked')
    await handOver()
    expect(asked).toEqual([reference, reference])

    await submit('inquire', { id: reference })
    await handOver()
    expect(await submit('refuse', first)).toContain('taken')
    expect(await submit('refuse', await refusal(reference))).toContain('refused')
    answer()
    await handOver()
    expect(asked).toEqual([reference, reference])
    expect(await member.wallet()).toBe(100_000)
    await server.expectBalancedLedger()
  })

  test('about which a person asks is not handed over by a process that had leased it before', async () => {
    const { reference, answer } = await unanswered()
    await submit('inquire', { id: reference })
    await sendPayout(server.context, {
      reference,
      amount: 30_000,
      bankCode: 'KBANK',
      accountName: 'A',
      accountNo: '1',
    })
    expect(asked).toEqual([reference])
    // The console shows it to its end. Should nobody decide, it is handed over again.
    server.clock.advance(DAY - 3 * MINUTE)
    expect(await refusal(reference)).toBeDefined()
    expect(await consoleRow(reference)).toContain('Have the bank pay it')
    server.clock.advance(3 * MINUTE)
    expect(await refusal(reference)).toBeUndefined()
    answer()
    await handOver()
    expect(asked).toEqual([reference, reference])
    expect(await submit('inquire', { id: reference })).toContain('taken')
    expect(await settle(reference)).toContain('settled')
  })

  test('is settled only as it was shown: what a person says of an old page is no word of the bank’s', async () => {
    const { member, reference, answer } = await unanswered()
    const old = await decision('settle', reference)
    answer()
    await handOver()
    for (const fields of [old, { id: reference }]) expect(await submit('settle', fields)).toContain('taken')
    expect(await rowOf(member)).toMatchObject({ status: 'pending' })
    const seen = await decision('settle', reference)
    expect(await submit('refuse', seen)).toContain('refused')
    for (const fields of [seen, { id: reference }])
      expect(await submit('settle', fields)).toContain('decided')
    const contradicted = server.logged.filter((line) => line.includes('payout-contradicted'))
    expect(contradicted.filter((line) => line.includes(reference))).toEqual([])
    const events = await server.db.select().from(auditEvents).where(eq(auditEvents.subject, reference))
    expect(events).toMatchObject([{ kind: 'withdrawal-decided', actor: 'operator' }])
  })

  test('of a member who has excluded himself is handed over', async () => {
    const { member, reference } = await waiting()
    const taken = await member.request(takeBreak, { body: { kind: 'exclusion', months: 6 } })
    expect(taken).toMatchObject({ status: 200, body: { kind: 'exclusion' } })
    await handOver()
    expect(asked).toEqual([reference])
  })
})
