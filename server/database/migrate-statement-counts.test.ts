import { expect, test } from 'vitest'
import { statementCounts, statements } from './schema/statements.ts'
import { migrated } from './test-migrations.ts'

const before = `
  insert into members (id, username, name, password_hash) values ('M1', '0811111111', 'A', ''), ('M2', '0822222222', 'B', '');
  insert into statements (member_id, type, amount) values ('M1', 'deposit', 1), ('M1', 'deposit', 2), ('M2', 'bonus', 3);`

test('the rows of earlier releases are counted, and later ones with them', async () => {
  const { client, db } = await migrated('counted-statements-and-stuck-transfers', before)
  const counts = async () => {
    const rows = await db.select().from(statementCounts)
    return rows.map(({ memberId, type, count }) => `${memberId} ${type} ${count}`).toSorted()
  }
  expect(await counts()).toEqual(['M1 deposit 2', 'M2 bonus 1'])
  await db.insert(statements).values([
    { memberId: 'M1', type: 'deposit', amount: 4 },
    { memberId: 'M2', type: 'withdraw', amount: 5 },
  ])
  expect(await counts()).toEqual(['M1 deposit 3', 'M2 bonus 1', 'M2 withdraw 1'])
  await client.close()
})
