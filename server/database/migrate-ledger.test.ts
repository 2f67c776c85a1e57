import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { house, gameOf, walletOf } from '../ledger/accounts.ts'
import { auditLedger } from '../ledger/audit.ts'
import { balancesOf } from '../ledger/balances.ts'
import { post } from '../ledger/post.ts'
import { ledgerAccounts } from './schema/ledger.ts'
import { migrated } from './test-migrations.ts'

const legs = [
  { account: house.bank('KBANK'), amount: -5000 },
  { account: walletOf('M1'), amount: 5000 },
]

const before = `
  insert into members (id, username, name, password_hash) values ('M1', '0811111111', 'A', '');
  select ledger_post('old', 'deposit', '${JSON.stringify(legs)}', null, '[{"memberId": "M1", "type": "deposit", "amount": 5000}]');
  select ledger_sweep('swept', 'transfer', array['member:M1:wallet'], 'member:M1:game:PG', null, '{}');`

test('what the house’s accounts said is the sum of their entries', async () => {
  const { client, db } = await migrated('house-accounts-only-grow', before)
  expect(await auditLedger(db)).toEqual([])
  const ofHouse = db.select().from(ledgerAccounts).where(isNull(ledgerAccounts.memberId))
  expect(await ofHouse).toMatchObject([{ name: 'house:bank:KBANK', balance: null }])
  expect(await post(db, { operationId: 'old', kind: 'deposit', legs })).toMatchObject({ outcome: 'repeated' })
  expect(await post(db, { operationId: 'new', kind: 'deposit', legs })).toMatchObject({ outcome: 'posted' })
  expect(await balancesOf(db, 'M1')).toMatchObject({ wallet: 5000, games: { PG: 5000 } })
  expect(await auditLedger(db)).toEqual([])
  await client.close()
}, 120_000)

test('what was posted before stays posted, once, and money moves on from there', async () => {
  const { client, db } = await migrated('ledger-in-one-request', before)
  expect(await auditLedger(db)).toEqual([])
  expect(await balancesOf(db, 'M1')).toEqual({ wallet: 0, withdrawing: 0, moving: 0, games: { PG: 5000 } })
  const old = { operationId: 'old', kind: 'deposit', legs }
  expect(await post(db, old)).toMatchObject({ outcome: 'repeated', balances: { [walletOf('M1')]: 0 } })
  const swept = [
    { account: walletOf('M1'), amount: -5000 },
    { account: gameOf('M1', 'PG'), amount: 5000 },
  ]
  expect(await post(db, { operationId: 'swept', kind: 'transfer', legs: swept })).toMatchObject({
    outcome: 'repeated',
  })
  expect(await post(db, { ...old, operationId: 'new' })).toMatchObject({ outcome: 'posted' })
  expect(await balancesOf(db, 'M1')).toEqual({ wallet: 5000, withdrawing: 0, moving: 0, games: { PG: 5000 } })
  expect(await auditLedger(db)).toEqual([])
  await client.close()
}, 120_000)
