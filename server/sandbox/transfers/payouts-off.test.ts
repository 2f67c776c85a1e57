import { beforeAll, expect, test } from 'vitest'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { ledgerAudits } from '../../database/schema/ledger.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'

const OFF = 'PAYOUTS=off'

describeOnOne('the console while payouts are stopped', (open) => {
  let on: TestServer
  let off: TestServer
  beforeAll(async () => {
    on = await openTestServer(open)
    off = await openTestServer(open, { PAYOUTS: 'off' })
    for (const { db, clock } of [on, off]) {
      const memberId = await addMember(db)
      const row = { memberId, amount: 100, bankCode: '', bankAccountNo: '', bankAccountName: '' }
      await db.insert(withdrawals).values([row, { ...row, takenAt: clock.now() }])
    }
  })

  const look = async ({ app }: TestServer) => (await app.request('/sandbox')).text()

  test('says that they are off, and of each that waits that this is why', async () => {
    const page = await look(off)
    expect(page).toMatch(/The books<\/h2>[^]*Payouts are off[^]*PAYOUTS=off[^]*Audit the books now/u)
    expect(page).toContain('waits: not sent to the bank, as payouts are off')
    expect(page).toContain('which has not answered: it is not asked again, as payouts are off')
    const usual = await look(on)
    expect(usual).not.toContain(OFF)
    expect(usual).toContain('waits: not sent to the bank<')
    expect(usual).toContain('it is asked again each minute')
  })

  test('says so where the books are wrong', async () => {
    await on.db.insert(ledgerAudits).values({ createdAt: on.clock.now(), problemCount: 1, problems: ['x'] })
    const page = await look(on)
    expect(page).toContain('waits: not sent to the bank, as the books are not right')
    expect(page).not.toContain(OFF)
  })
})
