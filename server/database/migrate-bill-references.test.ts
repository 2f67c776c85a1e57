import { expect, test } from 'vitest'
import { incomingTransfers } from './schema/deposits.ts'
import { migrated } from './test-migrations.ts'

test('a foreign bill reference is taken off a transfer that its bank names, and a code of ours is kept', async () => {
  const { client, db } = await migrated(
    'foreign-bill-references',
    `insert into members (id, username, name, password_hash, updated_at)
       values ('M1', '0811111111', 'A', '', '2026-01-01T00:00:00Z');
     insert into qr_codes (member_id, channel, amount, reference, payload, expires_at)
       values ('M1', 'KBANK', 1, 'OURS', '', now());
     insert into incoming_transfers (channel, source, reference, bank_reference, own_reference, amount) values
       ('SLIP', 'slip', '1', 'R1', 'qr:THEIRS', 1), ('SLIP', 'slip', '2', 'R2', 'qr:OURS', 2),
       ('KBANK', 'qr', '3', null, 'qr:GONE', 3), ('TRUEWALLET', 'gift', '4', 'R4', 'gift:HASH', 4);`,
  )
  const rows = await db.select().from(incomingTransfers).orderBy(incomingTransfers.amount)
  expect(rows.map(({ ownReference }) => ownReference)).toEqual([null, 'qr:OURS', 'qr:GONE', 'gift:HASH'])
  await client.close()
})
