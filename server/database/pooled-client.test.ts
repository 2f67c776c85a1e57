import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Connection, Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { databaseError, rowsOf } from './query.ts'
import { members } from './schema/members.ts'
import { addMember, clonePostgres } from './test-database.ts'

describe.skipIf(inject('postgresUrl') === '')('a connection of the pool', () => {
  let connection: Connection
  let db: Database
  beforeAll(async () => {
    // One connection, so that anything that a test leaves on it meets the next.
    connection = await openPostgres(await clonePostgres(), { poolSize: 1 })
    db = connection.db
    return () => connection.close()
  })

  const nameOf = async (id: string) =>
    (await db.select({ name: members.name }).from(members).where(eq(members.id, id)))[0]?.name
  const rename = (on: Database, id: string, name: string) =>
    on.update(members).set({ name }).where(eq(members.id, id))
  /** Outside of a transaction its time is that of the statement. */
  const inTransaction = async () => {
    const [row] = await rowsOf<{ isOutside: boolean }>(
      db,
      sql`select now() = statement_timestamp() as "isOutside"`,
    )
    return row?.isOutside === false
  }

  test('prepares by name what it sends often', async () => {
    const id = await addMember(db)
    for (let times = 0; times < 5; times += 1) expect(await nameOf(id)).toBe('Somchai')
    const named = await rowsOf<{ statement: string }>(db, sql`select statement from pg_prepared_statements`)
    expect(
      named.filter(({ statement }) => statement.startsWith('select "name" from "members"')),
    ).toHaveLength(1)
  })

  test('the first statement belongs to the transaction that begins with it', async () => {
    const id = await addMember(db)
    const broken = db.transaction(async (tx) => {
      await rename(tx, id, 'Somying')
      throw new Error('the power went')
    })
    await expect(broken).rejects.toThrow('the power went')
    expect(await nameOf(id)).toBe('Somchai')
    await db.transaction((tx) => rename(tx, id, 'Somying'))
    expect(await nameOf(id)).toBe('Somying')
  })

  test('a first statement that fails, or that has no parameters, or is missing leaves no transaction open', async () => {
    const id = await addMember(db)
    const failing = db.transaction(async (tx) => {
      await tx.execute(sql`select 1 / ${0}::int`)
    })
    expect(databaseError(await failing.catch((error: unknown) => error))?.code).toBe('22012')
    expect(await inTransaction()).toBe(false)
    await db.transaction(async (tx) => {
      await tx.execute(sql.raw('select 1; select 2'))
      await rename(tx, id, 'Mali')
    })
    expect(await nameOf(id)).toBe('Mali')
    await db.transaction(async () => undefined)
    await expect(
      db.transaction(async () => {
        throw new Error('nothing was done')
      }),
    ).rejects.toThrow('nothing was done')
    expect(await inTransaction()).toBe(false)
  })

  test('a first statement that could not be prepared is prepared again the next time', async () => {
    const read = () =>
      db.transaction((tx) => rowsOf(tx, sql`select value from coming where value = ${7}::int`))
    for (let times = 0; times < 4; times += 1)
      expect(databaseError(await read().catch((error: unknown) => error))?.code).toBe('42P01')
    await db.execute(sql`create table coming as select 7 as value`)
    expect(await read()).toEqual([{ value: 7 }])
    expect(await read()).toEqual([{ value: 7 }])
  })

  test('a statement whose result has another type since a migration costs one call, and then works', async () => {
    await db.execute(sql`create table changing (id int, value int)`)
    await db.execute(sql`insert into changing values (1, 7)`)
    const read = () =>
      db.transaction((tx) => rowsOf(tx, sql`select value from changing where id = ${1}::int`))
    for (let times = 0; times < 5; times += 1) expect(await read()).toEqual([{ value: 7 }])
    await db.execute(sql`alter table changing alter column value type text`)
    expect(databaseError(await read().catch((error: unknown) => error))?.code).toBe('0A000')
    expect(await read()).toEqual([{ value: '7' }])
  })
})
