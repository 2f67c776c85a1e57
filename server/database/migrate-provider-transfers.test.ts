import { expect, test } from 'vitest'
import { providerTransfers } from './schema/provider-transfers.ts'
import { migrated } from './test-migrations.ts'

const ORDER = '00000000-0000-4000-8000-000000000001'

const before = `
  insert into members (id, username, name, password_hash, updated_at)
    values ('M1', '0811111111', 'A', '', '2026-01-01T00:00:00Z');
  insert into games (code, name, category, launch) values ('PG', '{}', 'slot', 'open'), ('JOKER', '{}', 'slot', 'open');
  insert into game_accounts (member_id, game_code, username, password)
    values ('M1', 'PG', 'pgm1', ''), ('M1', 'JOKER', 'jokerm1', '');
  insert into move_orders (id, member_id, created_at) values ('${ORDER}', 'M1', '2026-01-01T00:00:00Z');`

test('what an earlier release left open at providers is cancelled, in each of its runs, and no money moves', async () => {
  const { client, db } = await migrated('provider-transfers-under-way', before)
  const [row, ...others] = await db.select().from(providerTransfers)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    memberId: 'M1',
    status: 'cancelling',
    taken: {},
    withdrawal: null,
    leasedUntil: new Date('2026-01-01T00:02:00Z'),
  })
  expect(row?.moves).toHaveLength(10)
  expect(row?.moves).toContainEqual({
    gameCode: 'JOKER',
    username: 'jokerm1',
    amount: 0,
    reference: `${ORDER}:5:JOKER`,
  })
  await client.close()
})
