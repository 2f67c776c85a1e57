import { expect, test } from 'vitest'
import { collections } from './schema/collections.ts'
import { migrated } from './test-migrations.ts'

const ID = '00000000-0000-4000-8000-000000000001'

test('the last collection of each member stays', async () => {
  const { client, db } = await migrated(
    'collections-take-over',
    `insert into members (id, username, name, password_hash, updated_at)
      values ('M1', '0811111111', 'A', '', '2026-01-01T00:00:00Z');
    insert into collections (member_id, id, "references") values ('M1', '${ID}', '["one"]');`,
  )
  expect(await db.select().from(collections)).toMatchObject([
    { number: 1, memberId: 'M1', id: ID, references: ['one'] },
  ])
  await client.close()
})
