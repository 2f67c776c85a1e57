import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import { askForWithdrawal } from './test-withdrawals.ts'

const HOUR = 3600

describeOnEach('a withdrawal that is refused', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** Refuses a new withdrawal of a house that waits this many seconds, and returns what is told of it. */
  async function refusedAfter(waitSeconds: number) {
    await writeSetting(server.db, 'payouts', { waitSeconds, minutes: 20 })
    const member = await server.newMember({ wallet: 100_000 })
    const id = await askForWithdrawal({ server, member })
    const seen = waitSeconds > 0 ? { id, shown: '//' } : await server.decisionOf(id)
    expect((await server.submitForm('/withdrawals/refuse', seen)).to).toContain('refused')
    expect(await member.wallet()).toBe(100_000)
    const decided = and(eq(auditEvents.subject, id), eq(auditEvents.kind, 'withdrawal-decided'))
    const [event] = await server.db.select().from(auditEvents).where(decided)
    return { row: await rowOf(member), after: event?.after, cancelled: await cancel(member, id) }
  }
  const rowOf = async ({ request }: TestMember) =>
    (await request(listStatements, { body: { page: 1, limit: 1, statementTypes: ['withdraw'] } })).body
      .statements[0]
  const cancel = async ({ request }: TestMember, id: string) =>
    (await request(cancelWithdrawal, { params: { id } })).body

  test('before a bank was asked, is told as refused by staff, to the member and in the trail', async () => {
    const { row, after, cancelled } = await refusedAfter(HOUR)
    expect(row).toMatchObject({ status: 'FAILED', note: 'เจ้าหน้าที่ไม่อนุมัติรายการนี้' })
    expect(row?.withdrawal).toMatchObject({ isRefusedByStaff: true })
    expect(after).toEqual({ status: 'refused', amount: 20_000, reason: row?.note, by: 'staff' })
    expect(cancelled).toEqual({ message: 'SUCCESS', isReturned: true, isRefusedByStaff: true })
  })

  test('once the bank has the order, is told as refused by the bank', async () => {
    const { row, after, cancelled } = await refusedAfter(0)
    expect(row).toMatchObject({ status: 'FAILED', note: 'ธนาคารปลายทางไม่รับรายการนี้' })
    expect(row?.withdrawal).not.toHaveProperty('isRefusedByStaff')
    expect(after).toEqual({ status: 'refused', amount: 20_000, reason: row?.note, by: 'bank' })
    expect(cancelled).toEqual({ message: 'SUCCESS', isReturned: true })
  })
})
