import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseError, transact } from '../database/query.ts'
import { ledgerAccounts } from '../database/schema/ledger.ts'
import { inviteEarnings } from '../database/schema/rewards.ts'
import { statements } from '../database/schema/statements.ts'
import { addMember, describeOnEach } from '../database/test-database.ts'
import { gameOf, house, walletOf } from './accounts.ts'
import { auditLedger } from './audit.ts'
import { balancesOf } from './balances.ts'
import { LedgerError } from './call.ts'
import { moveCoins } from './coins.ts'
import { post } from './post.ts'

describeOnEach('the ledger', (open, kind) => {
  let db: Database
  let operations = 0
  const nextId = () => `operation:${(operations += 1)}`

  beforeAll(async () => {
    db = (await open()).db
  })

  const deposit = (memberId: string, amount: number, name = nextId(), on = db) =>
    post(on, {
      operationId: name,
      kind: 'deposit',
      legs: [
        { account: house.bank('KBANK'), amount: -amount },
        { account: walletOf(memberId), amount },
      ],
      statements: [{ memberId, type: 'deposit', from: 'KBANK', to: 'WALLET', amount }],
    })

  const transfer = (memberId: string, game: string, amount: number, on = db) =>
    post(on, {
      operationId: nextId(),
      kind: 'transfer',
      legs: [
        { account: walletOf(memberId), amount: -amount },
        { account: gameOf(memberId, game), amount },
      ],
    })

  describe('a posting', () => {
    test('moves the money and writes the history together', async () => {
      const id = await addMember(db)
      const posted = await deposit(id, 10_050)
      expect(posted).toMatchObject({ outcome: 'posted', balances: { [walletOf(id)]: 10_050 } })
      await transfer(id, 'PG', 50)
      expect(await balancesOf(db, id)).toEqual({
        wallet: 10_000,
        withdrawing: 0,
        moving: 0,
        games: { PG: 50 },
      })
      const history = await db.select().from(statements).where(eq(statements.memberId, id))
      expect(history).toMatchObject([{ type: 'deposit', amount: 10_050, status: 'SUCCESS', from: 'KBANK' }])
      expect(await auditLedger(db)).toEqual([])
    })

    test('a repeated operation moves nothing the second time', async () => {
      const id = await addMember(db)
      const first = await deposit(id, 100, `once:${id}`)
      const second = await deposit(id, 100, `once:${id}`)
      expect(second).toEqual({ ...first, outcome: 'repeated' })
      expect((await balancesOf(db, id)).wallet).toBe(100)
      await expect(db.$count(statements, eq(statements.memberId, id))).resolves.toBe(1)
    })

    test('that names no operation throws', async () => {
      const id = await addMember(db)
      for (const name of ['', 'donation:'])
        await expect(deposit(id, 100, name)).rejects.toThrow('names no operation')
    })

    test('the same operation with other legs throws', async () => {
      const id = await addMember(db)
      await deposit(id, 100, `other:${id}`)
      await expect(deposit(id, 200, `other:${id}`)).rejects.toThrow(LedgerError)
    })

    test('that the wallet cannot cover reports the balance, and leaves the transaction usable', async () => {
      const id = await addMember(db)
      await deposit(id, 100)
      const outcome = await transact(db, async (tx) => {
        const short = await transfer(id, 'PG', 101, tx)
        await transfer(id, 'PG', 100, tx)
        return short
      })
      expect(outcome).toEqual({ outcome: 'short', account: walletOf(id), balance: 100 })
      expect(await balancesOf(db, id)).toMatchObject({ wallet: 0, games: { PG: 100 } })
    })

    test('interrupted before the commit leaves no trace', async () => {
      const id = await addMember(db)
      await deposit(id, 100)
      const broken = db.transaction(async (tx) => {
        await transfer(id, 'PG', 60, tx)
        throw new Error('the power went')
      })
      await expect(broken).rejects.toThrow('the power went')
      expect(await balancesOf(db, id)).toEqual({ wallet: 100, withdrawing: 0, moving: 0, games: {} })
      expect(await auditLedger(db)).toEqual([])
    })

    test.each([
      ['one leg', [100]],
      ['a sum that is not zero', [100, -99]],
      ['a fraction of a satang', [0.5, -0.5]],
      ['nothing to move', [0, 0]],
      ['more than an app can show', [1e15, -1e15]],
    ])('with %s is refused', async (_, amounts) => {
      const id = await addMember(db)
      const places = [walletOf(id), house.bonus]
      const legs = amounts.map((amount, i) => ({ account: places[i] ?? house.fees, amount }))
      await expect(post(db, { operationId: nextId(), kind: 'bonus', legs })).rejects.toThrow(LedgerError)
      expect((await balancesOf(db, id)).wallet).toBe(0)
    })

    test.runIf(kind === 'postgres')(
      'waits for no other member who moves money of the same house account',
      async () => {
        const [one, other] = await Promise.all([addMember(db), addMember(db)])
        await db.transaction(async (tx) => {
          await deposit(one, 100, nextId(), tx)
          expect(await deposit(other, 200)).toMatchObject({ outcome: 'posted' })
        })
        expect([(await balancesOf(db, one)).wallet, (await balancesOf(db, other)).wallet]).toEqual([100, 200])
        expect(await auditLedger(db)).toEqual([])
      },
    )

    test('to an unknown member is refused', async () => {
      await expect(deposit('NOBODY', 100)).rejects.toThrow(LedgerError)
    })
  })

  describe('plain SQL', () => {
    let id: string
    beforeAll(async () => {
      id = await addMember(db)
      await deposit(id, 100)
    })

    const opening = sql`insert into ledger_postings (act, kind) values ('by hand', 'fraud') returning id`
    /** The legs by account and amount, as JSON. */
    const request = (...legs: [string, number | null][]) => {
      const json = JSON.stringify(legs.map(([account, amount]) => ({ account, amount })))
      return sql`insert into ledger_requests (act, kind, legs) values ('by hand', 'fraud', ${json}::jsonb) returning result`
    }
    const wallet = () => walletOf(id)

    test.each([
      ['writes a balance', () => sql`update ledger_accounts set balance = 1000000`],
      [
        'opens an account with money',
        () =>
          sql`insert into ledger_accounts (name, balance, allows_negative) values ('house:gift', 1, true)`,
      ],
      ['lets a member overdraw', () => sql`update ledger_accounts set allows_negative = true`],
      ['deletes an account', () => sql`delete from ledger_accounts`],
      ['changes an entry', () => sql`update ledger_entries set amount = amount * 2`],
      ['deletes entries', () => sql`delete from ledger_entries`],
      ['empties the table', () => sql`truncate ledger_entries`],
      ['renames an operation', () => sql`update ledger_postings set act = 'x' || act`],
      ['makes a posting of nothing', () => opening],
      [
        'adds to an old posting',
        () =>
          sql`insert into ledger_entries (posting_id, account_id, amount)
          select posting_id, account_id, -amount from ledger_entries`,
      ],
      [
        'adds to no posting and no account',
        () => sql`insert into ledger_entries (posting_id, account_id, amount) values (0, 0, 5)`,
      ],
      [
        'makes a whole posting with its entries',
        () =>
          sql`with posting as (${opening})
          insert into ledger_entries (posting_id, account_id, amount)
          select posting.id, a.id, case when a.member_id is null then -5 else 5 end
          from posting, ledger_accounts a where a.member_id = ${id} or a.name = ${house.bank('KBANK')}`,
      ],
      ['requests one leg', () => request([wallet(), 5])],
      ['requests no legs', () => sql`insert into ledger_requests (act, kind) values ('by hand', 'fraud')`],
      ['requests legs that do not balance', () => request([house.bonus, -5], [wallet(), 6])],
      ['requests the same account twice', () => request([wallet(), -5], [wallet(), 5])],
      ['requests a leg of nothing', () => request([house.bonus, -5], [wallet(), 5], [house.fees, 0])],
      ['requests a leg without an amount', () => request([house.bonus, null], [wallet(), null])],
    ])('that %s is refused', async (_, statement) => {
      const error: unknown = await db.transaction((tx) => tx.execute(statement())).catch((e: unknown) => e)
      expect(databaseError(error)?.code).toMatch(/^LG00[01]$/u)
      expect((await balancesOf(db, id)).wallet).toBe(100)
      expect(await auditLedger(db)).toEqual([])
    })

    test('that names a posting which is not there in a row of the statement is refused', async () => {
      const row = (posting: SQL) =>
        sql`insert into statements (member_id, type, amount, posting_id) select ${id}, 'bonus', 1, ${posting}`
      const refused = db.transaction((tx) => tx.execute(row(sql`0`)))
      expect(databaseError(await refused.catch((e: unknown) => e))?.code).toBe('23503')
      await db.execute(row(sql`(select max(id) from ledger_postings)`))
      const moved = db.transaction((tx) => tx.execute(sql`update statements set posting_id = 0`))
      expect(databaseError(await moved.catch((e: unknown) => e))?.code).toBe('23503')
    })

    test('counts the rows of a statement as the ledger does, written and deleted', async () => {
      const member = await addMember(db)
      const counts = async () => {
        const { rows } = await db.execute(
          sql`select type, count from statement_counts where member_id = ${member} order by type`,
        )
        return rows
      }
      await deposit(member, 100)
      await deposit(member, 100)
      await db.execute(
        sql`insert into statements (member_id, type, amount) select ${member}, type, 1 from unnest(array['bonus', 'deposit', 'bonus']) type`,
      )
      expect(await counts()).toEqual([
        { type: 'bonus', count: 2 },
        { type: 'deposit', count: 3 },
      ])
      await db.execute(sql`delete from statements where member_id = ${member} and type = 'bonus'`)
      expect(await counts()).toEqual([
        { type: 'bonus', count: 0 },
        { type: 'deposit', count: 3 },
      ])
    })

    test('a request of more than a member has moves nothing', async () => {
      const { rows } = await db.execute(request([wallet(), -101], [house.fees, 101]))
      expect(rows).toEqual([{ result: { outcome: 'short', account: walletOf(id), balance: 100 } }])
      expect((await balancesOf(db, id)).wallet).toBe(100)
      expect(await auditLedger(db)).toEqual([])
    })

    test.each([
      [
        'keeps a balance',
        sql`insert into ledger_accounts (name, balance, allows_negative) values ('house:gift', 0, true)`,
      ],
      [
        'of a member keeps none',
        sql`insert into ledger_accounts (name, member_id, allows_negative) select 'member:' || id || ':game:GIFT', id, false from members limit 1`,
      ],
    ])('that an account which %s is refused', async (_, statement) => {
      const error: unknown = await db.transaction((tx) => tx.execute(statement)).catch((e: unknown) => e)
      expect(databaseError(error)?.constraint).toBe('ledger_accounts_only_members_balance')
    })

    test('an unbalanced posting is refused', async () => {
      const broken = db.transaction(async (tx) => {
        await tx.execute(opening)
        await tx.execute(
          sql`insert into ledger_entries (posting_id, account_id, amount)
            select p.id, a.id, 5 from ledger_postings p, ledger_accounts a
            where p.act = 'by hand' and a.member_id = ${id}`,
        )
      })
      await expect(broken).rejects.toThrow(/sum to zero|failed query/iu)
      expect((await balancesOf(db, id)).wallet).toBe(100)
    })
  })

  test.runIf(kind === 'postgres')('coins do not wait for rows that only name the member', async () => {
    const memberId = await addMember(db)
    const fromMemberId = await addMember(db, { invitedBy: memberId })
    await db.transaction(async (friends) => {
      await friends.insert(inviteEarnings).values({ memberId, fromMemberId, amount: 1, reference: nextId() })
      const coins = transact(db, async (tx) => {
        await tx.execute(sql`set local lock_timeout = '1s'`)
        return moveCoins(tx, memberId, 2, nextId())
      })
      expect(await coins).toBe(2)
    })
  })

  test('the audit reports a balance that does not match its entries', async () => {
    const id = await addMember(db)
    await deposit(id, 100)
    const rollBack = new Error('only looking')
    const spoiled = db.transaction(async (tx) => {
      await tx.execute(sql`alter table ledger_accounts disable trigger user`)
      await tx.update(ledgerAccounts).set({ balance: 150 }).where(eq(ledgerAccounts.memberId, id))
      const problems = await auditLedger(tx, { memberIds: [id] })
      expect(problems).toHaveLength(2)
      expect(problems[0]).toContain('says 150 but its entries say 100')
      throw rollBack
    })
    await expect(spoiled).rejects.toBe(rollBack)
  })

  test.each<[string, SQL, RegExp]>([
    [
      'a posting of nothing',
      sql`insert into ledger_postings (act, kind) values ('nothing', 'x')`,
      /^posting nothing sums to 0 over 0 entries$/u,
    ],
    [
      'sums carried on that do not come to zero',
      sql`insert into ledger_carried (account_id, amount) select min(id), 5 from ledger_accounts`,
      /^what is carried on sums to 5$/u,
    ],
    [
      'entries of a posting that a file is said to have',
      sql`insert into archive_files (name, kind, last_id, rows, sha256) select 'x', 'entries', max(id), 1, '' from ledger_postings`,
      /^archived posting \d+ still has entries$/u,
    ],
    [
      'members who hold less than the house owes',
      sql`update ledger_accounts set balance = balance - 1 where balance = 100`,
      /^members hold \d+ but the house owes \d+$/u,
    ],
  ])('the audit reports %s', async (_, spoil, problem) => {
    await deposit(await addMember(db), 100)
    const rollBack = new Error('only looking')
    const spoiled = db.transaction(async (tx) => {
      for (const table of ['ledger_accounts', 'ledger_postings', 'ledger_carried', 'archive_files'])
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
      await tx.execute(spoil)
      expect(await auditLedger(tx)).toContainEqual(expect.stringMatching(problem))
      throw rollBack
    })
    await expect(spoiled).rejects.toBe(rollBack)
  })

  test.each([
    'operation_begin',
    'transfer_begin',
    'game_account',
    'ledger_perform',
    'provider_transfer_end',
    'member_funds',
    'transfers_reserve',
    'collection_begin',
    'withdrawal_begin',
    'withdrawal_check',
    'withdrawal_take',
    'spin_once',
    'coupon_claim',
    'bonus_activate',
    'promotion_activate',
    'refund_settle',
    'deposit_refusal',
    'qr_create',
    'ledger_archive',
  ])(
    '%s never reads a whole table for one row, whatever length the table had when it was planned',
    async (name) => {
      const { rows } = await db.execute(sql`select distinct proconfig from pg_proc where proname = ${name}`)
      expect(rows).toEqual([{ proconfig: ['enable_seqscan=off'] }])
    },
  )
})
