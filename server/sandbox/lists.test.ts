import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { later, MINUTE } from '../clock.ts'
import { transact } from '../database/query.ts'
import { qrCodes, slips, trueLinks } from '../database/schema/deposits.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { confirmQrPayment, listLate } from '../modules/qrcode/qr-payment.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { fieldsOf } from './test-console-forms.ts'
import { MAX_ROWS } from './listed.ts'
import { giftList } from './deposits/gift-list.ts'
import { qrList } from './deposits/qr-list.ts'
import { slipList } from './deposits/slip-list.ts'
import { withdrawalList } from './transfers/withdrawal-list.ts'

describeOnOne('lists of the console', (open) => {
  let server: TestServer
  let memberId: string
  beforeAll(async () => {
    server = await openTestServer(open)
    memberId = await addMember(server.db)
  })

  /** More than a list shows, by the minutes that each is old. */
  const ages = Array.from({ length: MAX_ROWS + 1 }, (_, minutes) => minutes)
  const before = (minutes: number) => later(server.clock.now(), -minutes * MINUTE)

  test('what waits for staff is there however much is newer, and the oldest is the first', async () => {
    const { db } = server
    const file = { filePath: '', fileHash: '', contentType: '', size: 1 }
    const account = { bankCode: '', bankAccountNo: '', bankAccountName: '' }
    for (const minutes of ages) {
      const row = { memberId, createdAt: before(minutes) }
      await db.insert(slips).values({ ...row, ...file, reference: randomUUID() })
      await db.insert(trueLinks).values({ ...row, codeHash: randomUUID(), walletAccountName: '' })
      await db.insert(withdrawals).values({ ...row, ...account, amount: 100 })
    }
    const times = {
      slips: (await slipList(db)).rows.map(({ slip }) => slip.createdAt),
      gifts: (await giftList(db)).rows.map(({ gift }) => gift.createdAt),
      withdrawals: (await withdrawalList(db)).rows.map(({ withdrawal }) => withdrawal.createdAt),
    }
    const longest = ages.toReversed().slice(0, MAX_ROWS).map(before)
    expect(times).toEqual({ slips: longest, gifts: longest, withdrawals: longest })
    const page = await (await server.app.request('/sandbox/slips')).text()
    expect(page.match(/31 wait; 30 of them are shown/gu)).toHaveLength(2)
  })

  test('a late code comes before all that are newer, with the amounts of its payments', async () => {
    const { db } = server
    const code = (minutes: number) => ({
      memberId,
      channel: 'KBANK' as const,
      amount: 10_000,
      reference: `CODE${minutes}`,
      payload: '',
      expiresAt: before(minutes),
    })
    const over = ages.map((minutes) => ({ ...code(minutes), status: 'paid' as const }))
    await db.insert(qrCodes).values([code(-5), ...over, { ...code(100), status: 'cancelled' }])
    const pay = (amount: number, minutes: number) =>
      transact(db, (tx) => {
        const paidAt = before(minutes)
        return confirmQrPayment(tx, { reference: 'CODE100', amount, paidAt, bankReference: null }, paidAt)
      })
    for (const [amount, minutes] of [
      [7_000, 90],
      [5_000, 80],
    ] as const)
      expect(await pay(amount, minutes)).toMatchObject({ outcome: 'late' })
    const listed = (await qrList(db)).rows
    expect(listed.map(({ qr }) => qr.reference)).toEqual(
      ['CODE100', 'CODE-5', ...over.map(({ reference }) => reference)].slice(0, MAX_ROWS),
    )
    expect(listed.map(({ payments }) => payments.map(({ amount }) => amount)).slice(0, 2)).toEqual([
      [7_000, 5_000],
      [],
    ])
    const page = await (await server.app.request('/sandbox')).text()
    expect(page).toContain('to credit: 70.00\u00A0฿ of')
    expect(page).toContain('to credit: 50.00\u00A0฿ of')

    // Paid once more after the page was drawn.
    expect(await pay(3_000, 70)).toMatchObject({ outcome: 'late' })
    const fields = fieldsOf(page, '/sandbox/qr/credit')
    expect((await server.submitForm('/qr/credit', fields)).to).toContain('/sandbox?flash=credited&transfer=')
    expect((await qrList(db)).rows[0]?.payments.map(({ amount }) => amount)).toContain(3_000)
    expect((await listLate(db, 9)).map(({ amount }) => amount)).toEqual([3_000])
  })
})
