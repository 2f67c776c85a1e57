import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { memberCall, operation, publicCall } from '#api/contract/call.ts'
import { message } from '#api/contract/fields.ts'
import { sessionWith } from '../auth/sessions.ts'
import type { Database } from '../database/database.ts'
import { preparedRows } from '../database/prepared.ts'
import { databaseError } from '../database/query.ts'
import { settings } from '../database/schema/site.ts'
import { readOnly } from '../database/read-only.ts'
import { addMember, describeOnEach, describeOnEmbedded } from '../database/test-database.ts'
import { refusingWrites } from '../database/test-refusing-writes.ts'
import { mountRoutes } from './mount-routes.ts'
import { type Route, route } from './route.ts'
import type { ServerEnv } from './server-env.ts'
import { openTestApp, type TestApp } from './test-app.ts'

const row = { key: 'notice', value: 'changed' }
const liar = publicCall('liar', 'POST /api/liar', { reply: message })
const honest = publicCall('honest', 'POST /api/honest', { writes: 'a setting', reply: message })
const own = memberCall('own', 'GET /api/own', { reply: message })

function mount({ context }: TestApp, routes: Route[]) {
  const hono = new Hono<ServerEnv>()
  const errors: unknown[] = []
  hono.onError((error, c) => {
    errors.push(error)
    return c.body(null, 500)
  })
  mountRoutes(hono, context, routes)
  return { hono, errors }
}

/** A function that writes, as the database has many; its name says nothing. */
const addFunction = (db: Database) =>
  db.execute(sql`create function glance() returns int language sql as $$
    insert into settings (key, value) values ('notice', '"changed"') returning 1 $$`)
const glance = sql<number>`glance()`

describeOnEmbedded('a call that the contract marks as changing nothing', (open) => {
  test('is given a database that refuses to write', async () => {
    const app = await openTestApp(open)
    const write = async ({ db: given }: { db: Database }) => {
      await given.insert(settings).values(row)
      return { message: 'OK' }
    }
    const { hono, errors } = mount(app, [route(liar, write), route(honest, write)])
    expect((await hono.request('/api/liar', { method: 'POST' })).status).toBe(500)
    expect(String(errors[0])).toContain('liar is marked as changing nothing')
    expect(await app.db.$count(settings)).toBe(0)
    expect((await hono.request('/api/honest', { method: 'POST' })).status).toBe(200)
    expect(await app.db.$count(settings)).toBe(1)
  })

  test('has no id by which money could be posted', () => {
    // @ts-expect-error Only operations have one.
    const read = route(honest, ({ operationId }) => ({ message: operationId }))
    const paid = route(operation('pay', 'POST /api/pay', { reply: message }), ({ operationId }) => ({
      message: operationId,
    }))
    expect([read.kind, paid.kind]).toEqual(['read', 'transaction'])
  })

  test('alone may read along with the session: an operation’s transaction would not look again at what was read', () => {
    const withSession = sessionWith({})
    const read = route(own, () => ({ message: 'OK' }), { withSession })
    const pay = operation('pay', 'POST /api/pay', { reply: message })
    // @ts-expect-error Only reads take it, and operations in one statement.
    const paid = route(pay, () => ({ message: 'OK' }), { withSession })
    expect('withSession' in read).toBe(true)
    expect('withSession' in paid).toBe(false)
  })

  test('reads as usual, also within a transaction', async () => {
    const { db } = await open()
    const reading = readOnly(db, 'someCall')
    expect(await reading.select().from(settings)).toEqual([])
    expect(await reading.select({ at: settings.updatedAt }).from(settings)).toEqual([])
    expect(await reading.$count(settings)).toBe(0)
    await reading.execute(sql`select 1 from settings for update`)
    await reading.execute(sql`select 1 from settings for no key update`)
    const writes = [
      async () => reading.execute(sql`update settings set value = '1'`),
      async () => reading.execute(sql`with old as (delete from settings returning 1) select 1 from old`),
      async () => reading.delete(settings),
      async () => reading.update(settings).set(row),
      async () => reading.transaction((tx) => tx.insert(settings).values(row)),
    ]
    for (const write of writes) await expect(write()).rejects.toThrow('someCall is marked')
  })
})

describeOnEach('in every test, a call that the contract marks as changing nothing', (open) => {
  test('cannot write through a function either, nor along with its session', async () => {
    const app = await openTestApp(open)
    await addFunction(app.db)
    const write = async ({ db: given }: { db: Database }) => {
      await given.select({ glance }).from(sql`(values (1)) one`)
      return { message: 'OK' }
    }
    const along = route(own, () => ({ message: 'OK' }), { withSession: sessionWith({ glance }) })
    const { hono, errors } = mount(app, [route(liar, write), along])
    const { token } = await app.client(await addMember(app.db))
    const headers = { Authorization: `Bearer ${token}` }
    expect((await hono.request('/api/liar', { method: 'POST' })).status).toBe(500)
    expect((await hono.request('/api/own', { headers })).status).toBe(500)
    expect(errors.map((error) => databaseError(error)?.code)).toEqual(['25006', '25006'])
    expect(await app.db.$count(settings)).toBe(0)
  })

  test('reads as usual, whatever way it asks', async () => {
    const { db } = await open()
    await addFunction(db)
    await db.insert(settings).values(row)
    const reading = readOnly(refusingWrites(db), 'someCall')
    const rows = preparedRows<{ key: string }>(sql`select key from settings`)
    const readers: ((from: Database) => PromiseLike<unknown>)[] = [
      (from: Database) => from.select().from(settings),
      (from: Database) => from.select({ one: { key: settings.key } }).from(settings),
      (from: Database) => from.$count(settings),
      (from: Database) => rows(from, {}),
      async (from: Database) => (await from.execute(sql`select 1 as one`)).rows,
    ]
    for (const read of readers) {
      expect(await read(reading)).toEqual(await read(db))
      expect(await reading.transaction(async (tx) => await read(tx))).toEqual(await read(db))
    }
    const writers: ((from: Database) => PromiseLike<unknown>)[] = [
      (from: Database) => from.execute(sql`select glance()`),
      (from: Database) => from.select({ glance }).from(settings),
      (from: Database) => preparedRows(sql`select glance()`)(from, {}),
      (from: Database) => from.transaction((tx) => tx.execute(sql`select glance()`)),
    ]
    for (const write of writers) {
      const error = await write(reading).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(databaseError(error)?.code).toBe('25006')
    }
  })
})
