import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection, Database } from '../../database/database.ts'
import { databaseError, rowsOf } from '../../database/query.ts'
import { ledgerEntries, ledgerPostings } from '../../database/schema/ledger.ts'
import { statements } from '../../database/schema/statements.ts'
import { addMember, describeOnEach } from '../../database/test-database.ts'
import { FaultInjector, openFaultyConnection } from '../../database/test-fault-injection.ts'
import { house, walletOf } from '../accounts.ts'
import { auditLedger } from '../audit.ts'
import { balancesOf } from '../balances.ts'
import { post } from '../post.ts'
import { archiveBooks, checkArchive } from './archive-books.ts'

describeOnEach('the archive of the books', (open) => {
  let connection: Connection
  let db: Database
  let member: string
  let first: string
  let folder: string
  let posted = 0
  const folders: string[] = []
  /** A database with what is old and what is young, and an empty archive. */
  async function begin() {
    connection = await open()
    db = connection.db
    folder = mkdtempSync(join(tmpdir(), 'champa-archive-'))
    folders.push(folder)
    member = await addMember(db)
    first = await deposit(5)
    for (const monthsAgo of [5, 5, 4, 3, 1, 0]) await deposit(monthsAgo)
  }
  afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true })))

  /** A deposit of 1 baht so many months ago, with a row that is decided and one that is not. */
  async function deposit(monthsAgo: number) {
    const row = { memberId: member, type: 'deposit', amount: 100, to: 'WALLET' } as const
    const operationId = `deposit:${(posted += 1)}`
    const bank = house.bank('KBANK')
    await post(db, {
      operationId,
      kind: 'deposit',
      memo: 'a "memo", and\na line',
      legs: [
        { account: bank, amount: -100 },
        { account: walletOf(member), amount: 100 },
      ],
      statements: [row, { ...row, amount: 0, status: 'PENDING' }],
    })
    await db.transaction(async (tx) => {
      const time = sql`date_trunc('month', now()) - ${`${monthsAgo} months`}::interval`
      await tx.execute(sql`alter table ledger_postings disable trigger user`)
      await tx.execute(sql`update ledger_postings set created_at = ${time} where act = ${operationId}`)
      await tx.execute(sql`alter table ledger_postings enable trigger user`)
      await tx.execute(
        sql`update statements set created_at = ${time} where posting_id = (select id from ledger_postings where act = ${operationId})`,
      )
    })
    return operationId
  }

  const run = (on = db) => archiveBooks({ db: on, folder, months: 2, now: new Date(), perFile: 2 })
  const filesOf = (kind: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(`/${kind}-`))
  const linesOf = (name: string) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .replaceAll('\nand a line', '')
      .split('\n')
      .slice(1, -1)
  /** The numbers of the archived rows, which every line begins with. */
  const idsOf = (kind: string) =>
    filesOf(kind)
      .flatMap((name) => linesOf(name))
      .map((line) => Number(/^(\d+),/u.exec(line)?.[1]))
      .filter((id) => !Number.isNaN(id))
      .toSorted((one, other) => one - other)
  const entryIds = async () =>
    (await db.select({ id: ledgerEntries.id }).from(ledgerEntries).orderBy(ledgerEntries.id)).map(
      ({ id }) => id,
    )

  describe('in a database of its own', () => {
    // Postings are archived in their order: those of another test would be younger ones before old ones.
    beforeEach(begin)

    test('takes what is old out of the database, and the books still balance', async () => {
      const before = await entryIds()
      const postings = await db.$count(ledgerPostings)
      expect(await run()).toEqual({ entries: 10, statements: 5 })
      const after = await entryIds()
      expect([...idsOf('entries'), ...after].toSorted((one, other) => one - other)).toEqual(before)
      expect(idsOf('statements')).toHaveLength(5)
      expect(await auditLedger(db)).toEqual([])
      expect(await auditLedger(db, { memberIds: [member] })).toEqual([])
      expect((await balancesOf(db, member)).wallet).toBe(700)
      expect(await db.$count(ledgerPostings)).toBe(postings)
      // What is not decided, and what is young, stays.
      expect(await db.$count(statements, sql`member_id = ${member}`)).toBe(9)
      expect(await run()).toEqual({ entries: 0, statements: 0 })
    })

    test('an archived operation is not performed again', async () => {
      await run()
      const again = post(db, {
        operationId: first,
        kind: 'deposit',
        legs: [
          { account: house.bank('KBANK'), amount: -100 },
          { account: walletOf(member), amount: 100 },
        ],
      })
      await expect(again).rejects.toThrow(/was posted before/u)
      expect((await balancesOf(db, member)).wallet).toBe(700)
    })

    test('an interruption at any step loses and doubles nothing, and the next run goes on', async () => {
      const before = await entryIds()
      const wanted = await rowsOf<{ id: number }>(
        db,
        sql`select id from statements where status <> 'PENDING'
          and created_at < date_trunc('month', now()) - interval '2 months' order by id`,
      )
      for (let at = 1; ; at += 1) {
        const faults = new FaultInjector(at)
        const faulty = openFaultyConnection(connection, faults)
        await run(faulty.db).catch(() => undefined)
        await faulty.close()
        expect(await auditLedger(db)).toEqual([])
        if (!faults.failed) break
      }
      const archived = idsOf('entries')
      expect(new Set(archived).size).toBe(archived.length)
      expect([...archived, ...(await entryIds())].toSorted((one, other) => one - other)).toEqual(before)
      expect(idsOf('statements')).toEqual(wanted.map(({ id }) => id))
      expect(await checkArchive({ db, folder })).toEqual([])
    })

    test('each month has a list of its files, and a file that was changed or is missing is found', async () => {
      await run()
      const [month = ''] = readdirSync(folder).toSorted()
      const { files } = JSON.parse(readFileSync(join(folder, month, 'manifest.json'), 'utf8')) as {
        files: { name: string; rows: number }[]
      }
      expect(files.map(({ name }) => name)).toEqual(
        expect.arrayContaining(
          [...filesOf('entries'), ...filesOf('statements')].filter((name) => name.startsWith(month)),
        ),
      )
      expect(await checkArchive({ db, folder })).toEqual([])
      const [changed = '', missing = ''] = filesOf('entries')
      writeFileSync(join(folder, changed), 'something else')
      rmSync(join(folder, missing))
      expect(await checkArchive({ db, folder })).toEqual([changed, missing].toSorted())
    })

    test('a file that has not all that is in the books is refused', async () => {
      const [first] = await db
        .select({ id: ledgerPostings.id })
        .from(ledgerPostings)
        .orderBy(ledgerPostings.id)
        .limit(1)
      const insert = sql`insert into ledger_archiving values ('x', ${first?.id ?? 0}, 1, '')`
      const error: unknown = await db.execute(insert).then(undefined, (e: unknown) => e)
      expect(databaseError(error)?.message).toContain('has 1 entries, the books have 2')
      expect(await auditLedger(db)).toEqual([])
    })

    test('a row of the statement that goes while its file is written stops the run, and the file does not count', async () => {
      const decided = sql`status <> 'PENDING' and created_at < date_trunc('month', now()) - interval '2 months'`
      const losing = new Proxy(db, {
        get: (target, name) =>
          name === 'transaction'
            ? async (work: Parameters<Database['transaction']>[0]) => {
                await db.execute(
                  sql`delete from statements where id = (select min(id) from statements where ${decided})`,
                )
                return db.transaction(work)
              }
            : (Reflect.get(target, name) as unknown),
      })
      await expect(run(losing)).rejects.toThrow(/the statement has changed meanwhile/u)
      expect(await db.$count(statements, decided)).toBe(4)
      expect(await run()).toEqual({ entries: 0, statements: 4 })
      expect(await checkArchive({ db, folder })).toEqual([])
    })

    test('the youngest two months can never be archived', async () => {
      await expect(archiveBooks({ db, folder, months: 1, now: new Date() })).rejects.toThrow(RangeError)
    })
  })

  describe('in a database that no statement changes', () => {
    beforeAll(async () => {
      await begin()
      await run()
    })

    test.each([
      [
        'archives this month',
        () => sql`insert into ledger_archiving values ('x', (select max(id) from ledger_postings), 14, '')`,
      ],
      ['archives the future', () => sql`insert into ledger_archiving values ('x', 1000000, 14, '')`],
      ['archives without a number', () => sql`insert into ledger_archiving values ('x', null, null, '')`],
      ['carries something on', () => sql`insert into ledger_carried values (1, 5)`],
      ['changes what is carried on', () => sql`update ledger_carried set amount = amount + 1`],
      ['forgets what is carried on', () => sql`delete from ledger_carried`],
      [
        'says that entries were archived',
        () => sql`insert into archive_files values ('x', 'entries', 1000000, 1, '')`,
      ],
      ['forgets a file', () => sql`delete from archive_files`],
    ])('plain SQL that %s is refused', async (_, statement) => {
      const error: unknown = await db.transaction((tx) => tx.execute(statement())).catch((e: unknown) => e)
      expect(databaseError(error)?.code).toMatch(/^LG00[01]$/u)
      expect(await auditLedger(db)).toEqual([])
    })
  })
})
