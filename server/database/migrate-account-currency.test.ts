import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberBankAccounts, members } from './schema/members.ts'
import { withdrawals } from './schema/withdrawals.ts'
import { migrated } from './test-migrations.ts'

const lak = '010120000765432001'
const baht = '010120200765432002'
const dollars = '010120100765432003'

test('accounts get the currency of their number or of the registration; of others nobody knows it', async () => {
  const { client, db } = await migrated(
    'account-currency',
    `insert into members (id, username, name, password_hash, currency, bank_code, bank_account_name, bank_account_no) values
       ('M1', '1', '', '', 'LAK', 'BCEL', 'A', '${lak}'), ('M2', '2', '', '', 'LAK', 'BCEL', 'B', '${baht}'),
       ('M3', '3', '', '', 'LAK', 'BCEL', 'C', '${dollars}'), ('M4', '4', '', '', 'BAHT', 'LDB', 'D', '12345678');
     insert into member_bank_accounts (member_id, bank_code, account_no, account_name, valid_from)
       values ('M4', 'APB', '87654321', 'D', now());
     insert into withdrawals (member_id, amount, bank_code, bank_account_name, bank_account_no)
       values ('M2', 100, 'BCEL', 'B', '${baht}')`,
  )
  const rows = await db.select().from(members).orderBy(asc(members.id))
  expect(rows.map(({ currency }) => currency)).toEqual(['LAK', 'BAHT', null, 'BAHT'])
  const accounts = await db.select().from(memberBankAccounts).orderBy(asc(memberBankAccounts.id))
  expect(accounts.map(({ memberId, currency }) => [memberId, currency])).toEqual([
    ['M1', 'LAK'],
    ['M2', 'BAHT'],
    ['M3', null],
    ['M4', 'BAHT'],
    ['M4', null],
  ])
  expect(await db.select().from(withdrawals)).toMatchObject([{ currency: 'BAHT' }])
  await client.close()
})
