import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { takeBreak } from '#api/contract/limits.ts'
import { withdraw } from '#api/contract/wallet.ts'
import { MINUTE } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { handOverPayouts } from '../../jobs/hand-over-payouts.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { readQueues } from '../health/queues.ts'
import { openTestServer, SETUP_TIMEOUT_MS, type TestMember, type TestServer } from '../test-server.ts'

describeOnOne('a payout that waits for the bank', (open) => {
  let server: TestServer
  /** The references that the bank was asked to pay. */
  let asked: string[]
  beforeAll(async () => {
    server = await openTestServer(open)
    await writeSetting(server.db, 'payouts', { waitSeconds: 60, minutes: 20 })
    server.context.providers.bank.payOut = async ({ reference }) => void asked.push(reference)
  }, SETUP_TIMEOUT_MS)
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
  const queued = async (name: string) =>
    (await readQueues(server.db, server.clock.now())).find((queue) => queue.name === name)

  test('of a member whom the house has closed is not handed over; it goes on when he is active again', async () => {
    const { member, reference } = await waiting()
    await setStatus(member, 'inactive')
    await handOver()
    expect(asked).toEqual([])
    expect(await rowOf(member)).toMatchObject({ status: 'pending', takenAt: null, handedAt: null })
    expect(await queued('held-payouts')).toMatchObject({ size: 1 })
    expect(await queued('payouts')).toMatchObject({ size: 0 })

    await setStatus(member, 'active')
    expect(await queued('payouts')).toMatchObject({ size: 1 })
    await handOver()
    expect(asked).toEqual([reference])
    // What the bank has is the bank's to pay.
    await setStatus(member, 'inactive')
    expect(await queued('payouts')).toMatchObject({ size: 1 })
    expect(await queued('held-payouts')).toMatchObject({ size: 0 })
    await server.submitForm('/withdrawals/settle', { id: reference })
  })

  test('can be refused meanwhile, and the money is in the wallet again', async () => {
    const { member, reference } = await waiting()
    await setStatus(member, 'inactive')
    await handOver()
    expect(await server.submitForm('/withdrawals/refuse', { id: reference })).toMatchObject({
      to: '/sandbox?flash=refused',
    })
    await setStatus(member, 'active')
    await handOver()
    expect(asked).toEqual([])
    expect(await member.wallet()).toBe(100_000)
    await server.expectBalancedLedger()
  })

  test('of a member who has excluded himself is handed over', async () => {
    const { member, reference } = await waiting()
    await member.request(takeBreak, { body: { kind: 'exclusion', months: 6 } })
    await handOver()
    expect(asked).toEqual([reference])
  })
})
