import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { statements } from './schema/statements.ts'
import { migrated } from './test-migrations.ts'

const [UNDER_WAY, ENDED] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

const before = `
  insert into members (id, username, name, password_hash, updated_at)
    values ('M1', '0811111111', 'A', '', '2026-01-01T00:00:00Z');
  insert into provider_transfers (id, member_id, operation_id, moves, taken, destination, reply, leased_until)
    values ('${UNDER_WAY}', 'M1', 'M1:one', '[]', '{}', 'member:M1:wallet', '', '2026-01-01T00:00:00Z');
  insert into statements (member_id, type, "from", "to", status, amount, reference, balance_after) values
    ('M1', 'transfer', 'PG', 'WALLET', 'SUCCESS', 100, '${ENDED}', 1),
    ('M1', 'transfer', 'PG', 'WALLET', 'PENDING', 100, '${UNDER_WAY}', 2),
    ('M1', 'transfer', 'WALLET', 'PG', 'PENDING', 100, '${UNDER_WAY}', 3);`

test('a transfer to the wallet that is under way has not arrived there', async () => {
  const { client, db } = await migrated('pending-has-not-arrived', before)
  const { balanceAfter } = statements
  const rows = await db.select({ balanceAfter }).from(statements).orderBy(asc(statements.id))
  expect(rows.map((row) => row.balanceAfter)).toEqual([1, null, 3])
  await client.close()
})
