import { expect, test } from 'vitest'
import type { TransferReport } from '../deposits/match-report.ts'
import { receiveTransfer } from '../deposits/receive-transfer.ts'
import { transact } from './query.ts'
import { incomingTransfers, sandboxTransfers, slips } from './schema/deposits.ts'
import { memberBankAccounts } from './schema/members.ts'
import { migrated } from './test-migrations.ts'

const before = `
  insert into members (id, username, name, password_hash, bank_code, bank_account_name, bank_account_no, updated_at)
    values ('M1', '0811111111', 'A', '', 'KBANK', 'SOMCHAI', '1234567890', '2026-01-01T00:00:00Z'),
           ('M2', '0822222222', 'B', '', null, null, null, '2026-01-01T00:00:00Z');
  insert into incoming_transfers (channel, reference, amount, from_account, to_account, member_id, credited_at) values
    ('SCB', 'bank:FEED1', 1000, null, null, 'M1', now()),
    ('TRUEWALLET', 'bank:SMALL', 100, null, null, null, null),
    ('SLIP', 'slip:014:PAID1', 2000, '1234567890', '1112223334', 'M1', now()),
    ('SLIP', 'slip:014:SEEN1', 3000, '1234567890', '1112223334', null, null),
    ('KBANK', 'qr:CODE1', 4000, null, null, 'M1', now()),
    ('KBANK', 'qr:LATE1', 5000, null, null, 'M1', null);
  insert into slips (member_id, amount, status, reference, bank_reference, file_path, file_hash, content_type, size)
    values ('M1', 2000, 'SUCCESS', 's1', '014:PAID1', '', '', '', 1);
  insert into qr_codes (id, member_id, channel, amount, reference, payload, status, expires_at)
    values ('00000000-0000-4000-8000-000000000001', 'M1', 'KBANK', 5000, 'LATE1', '', 'late', now());
  insert into statements (member_id, type, status, amount, reference)
    values ('M1', 'deposit', 'PENDING', 5000, '00000000-0000-4000-8000-000000000001');
  insert into true_links (code_hash, member_id, wallet_account_name, amount, status) values ('HASH1', 'M1', 'W', 6000, 'SUCCESS');`

test('earlier deposits stay unchanged, and every kind of report recognises them again', async () => {
  const { client, db } = await migrated('transfers-counted-once', before)

  const rows = await db.select().from(incomingTransfers).orderBy(incomingTransfers.amount)
  expect(
    rows.map((row) => [row.source, row.senderBank, row.bankReference, row.ownReference, row.amount]),
  ).toEqual([
    ['feed', null, 'SMALL', null, 100],
    ['feed', null, 'FEED1', null, 1000],
    ['slip', '014', 'PAID1', null, 2000],
    ['qr', null, null, 'qr:CODE1', 4000],
    ['qr', null, null, 'qr:LATE1', 5000],
    ['gift', null, null, 'gift:HASH1', 6000],
  ])
  const [slip] = await db.select().from(slips)
  expect(slip?.transferId).toBe(rows[2]?.id)
  const seen = await db.select().from(sandboxTransfers).orderBy(sandboxTransfers.amount)
  expect(seen).toMatchObject([
    { bankNo: '014', bankReference: 'PAID1', amount: 2000, fromBank: 'KBANK', fromName: 'SOMCHAI' },
    {
      bankNo: '014',
      bankReference: 'SEEN1',
      amount: 3000,
      fromAccount: '1234567890',
      toAccount: '1112223334',
    },
  ])
  expect(await db.select().from(memberBankAccounts)).toMatchObject([
    {
      memberId: 'M1',
      bankCode: 'KBANK',
      accountNo: '1234567890',
      validFrom: new Date('2026-01-01'),
      validUntil: null,
    },
  ])

  const now = new Date()
  const tell = (report: Partial<TransferReport>) => {
    const whole = {
      source: 'slip',
      channel: 'SLIP',
      amount: 1,
      memberId: 'M1',
      paidAt: now,
      ownReference: null,
    } as const
    return transact(db, (tx) =>
      receiveTransfer(tx, { ...whole, bankReference: null, ...report }, { credits: true, now }),
    )
  }
  for (const [bank, reference] of [
    ['014', 'PAID1'],
    ['004', 'FEED1'],
  ] as const)
    expect(await tell({ bankReference: { bank, reference } })).toMatchObject({ outcome: 'repeated' })
  for (const [ownReference, amount] of [
    ['qr:CODE1', 4000],
    ['gift:HASH1', 6000],
  ] as const)
    expect(await tell({ ownReference, amount })).toMatchObject({ outcome: 'repeated' })
  const late = await tell({ ownReference: 'qr:LATE1', amount: 5000 })
  expect(late).toMatchObject({ outcome: 'credited', transfer: { amount: 5000 } })
  const { rows: shown } = await client.query('select status, reference from statements')
  expect(shown).toEqual([{ status: 'SUCCESS', reference: late.transfer.id }])
  await client.close()
}, 120_000)
