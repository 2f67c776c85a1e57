import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listContradicted } from '../modules/withdraw/contradicted-payouts.ts'
import { qrList } from '../sandbox/deposits/qr-list.ts'
import { auditEvents } from './schema/audit.ts'
import { qrCodes } from './schema/deposits.ts'
import { migrated } from './test-migrations.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

/** As earlier releases left them, where a late payment was joined into a transfer that had ended. */
const before = `
  insert into members (id, username, name, password_hash, updated_at)
    values ('M1', '0811111111', 'A', '', '2026-01-01T00:00:00Z'), ('M2', '0822222222', 'B', '', '2026-01-01T00:00:00Z');
  insert into qr_codes (member_id, channel, amount, reference, payload, status, expires_at, paid_at)
    select 'M1', 'KBANK', 20000, name, '', coalesce(status, 'late'), '2026-01-01T00:10:00Z', '2026-01-01T00:05:00Z'
    from (values ('FRIENDS', null), ('SENTBACK', null), ('OWN', null), ('SLIP', null), ('WAITS', null), ('TWICE', null), ('PAID', 'paid'),
      ('OVER', 'expired')) code (name, status);
  insert into incoming_transfers
    (id, channel, source, reference, sender_bank, bank_reference, own_reference, amount, paid_at, member_id, credited_at, returned_at)
  values
    ('${id(1)}', 'KBANK', 'feed', '004:S1:6100:2026-01-01', '004', 'S1', 'qr:FRIENDS', 6100, '2026-01-01', 'M2', '2026-01-01', null),
    ('${id(2)}', 'KBANK', 'feed', '004:S2:20000:2026-01-01', '004', 'S2', 'qr:SENTBACK', 20000, '2026-01-01', null, null, '2026-01-01'),
    ('${id(3)}', 'KBANK', 'feed', '004:S3:4000:2026-01-01', '004', 'S3', 'qr:OWN', 4000, '2026-01-01', 'M1', '2026-01-01', null),
    ('${id(4)}', 'KBANK', 'qr', '004:S4:20000:2026-01-01', '004', 'S4', 'qr:ANOTHER', 20000, '2026-01-01', 'M2', '2026-01-01', null),
    ('${id(5)}', 'KBANK', 'qr', 'qr:WAITS:7000:1', null, null, 'qr:WAITS', 7000, '2026-01-01', 'M1', null, null),
    ('${id(6)}', 'KBANK', 'qr', 'qr:TWICE:7000:1', null, null, 'qr:TWICE', 7000, '2026-01-01', 'M1', '2026-01-01', null),
    ('${id(7)}', 'KBANK', 'qr', 'qr:TWICE:8000:1', null, null, 'qr:TWICE', 8000, '2026-01-01', 'M1', null, null);
  insert into withdrawals (id, member_id, amount, bank_code, bank_account_name, bank_account_no, status, decided_at) values
    ('${id(1)}', 'M1', 30000, 'SCB', 'A', '1', 'refused', '2026-01-01'), ('${id(2)}', 'M1', 40000, 'SCB', 'A', '1', 'refused', '2026-01-01'),
    ('${id(3)}', 'M2', 50000, 'SCB', 'B', '2', 'settled', '2026-01-01');
  insert into audit_events (created_at, kind, actor, member_id, subject) values
    ('2026-01-03', 'payout-contradicted', 'system', 'M1', '${id(1)}'), ('2026-01-02', 'payout-contradicted', 'system', 'M2', '${id(3)}'),
    ('2026-01-02', 'withdrawal-decided', 'operator', 'M1', '${id(2)}'), ('2026-01-02', 'payout-contradicted', 'system', 'M2', 'gone');`

test('late codes that no decision could end have ended, and what the bank contradicted waits for staff', async () => {
  const { client, db } = await migrated('contradicted-payouts', before)

  const codes = await db.select().from(qrCodes).orderBy(qrCodes.reference)
  expect(codes.map(({ reference, status, paidAt }) => [reference, status, paidAt !== null])).toEqual([
    ['FRIENDS', 'expired', false],
    ['OVER', 'expired', true],
    ['OWN', 'paid', true],
    ['PAID', 'paid', true],
    ['SENTBACK', 'expired', false],
    ['SLIP', 'expired', false],
    ['TWICE', 'late', true],
    ['WAITS', 'late', true],
  ])
  const late = (await qrList(db)).rows.filter(({ qr }) => qr.status === 'late')
  expect(late.map(({ payments }) => payments.length)).toEqual([1, 1])
  const ended = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, 'qr-ended'))
    .orderBy(auditEvents.subject)
  const event = (subject: string, status: string, transfer: string[]) => ({
    subject,
    memberId: 'M1',
    actor: 'system',
    before: { status: 'late' },
    after: { status, transfer },
  })
  expect(ended).toMatchObject([
    event('FRIENDS', 'expired', [id(1)]),
    event('OWN', 'paid', [id(3)]),
    event('SENTBACK', 'expired', [id(2)]),
    event('SLIP', 'expired', []),
  ])
  expect(ended).toHaveLength(4)

  const waiting = await listContradicted(db, 9)
  expect(waiting.map((payout) => [payout.id, payout.contradictedAt])).toEqual([
    [id(3), new Date('2026-01-02')],
    [id(1), new Date('2026-01-03')],
  ])
  await client.close()
})
