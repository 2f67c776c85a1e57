import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { publicCall } from '#api/contract/call.ts'
import { message } from '#api/contract/fields.ts'
import { settings } from '../database/schema/site.ts'
import { readOnly } from '../database/read-only.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { mountRoutes } from './mount-routes.ts'
import { route, type RequestContext } from './route.ts'
import type { ServerEnv } from './server-env.ts'
import { openTestApp } from './test-app.ts'

const row = { key: 'notice', value: 'changed' }
const liar = publicCall('liar', 'POST /api/liar', { reply: message })
const honest = publicCall('honest', 'POST /api/honest', { writes: 'a setting', reply: message })

describeOnEmbedded('a call that the contract marks as changing nothing', (open) => {
  test('is given a database that refuses to write', async () => {
    const { context, db } = await openTestApp(open)
    const hono = new Hono<ServerEnv>()
    const errors: unknown[] = []
    hono.onError((error, c) => {
      errors.push(error)
      return c.body(null, 500)
    })
    const write = async ({ db: given }: Pick<RequestContext<typeof liar>, 'db'>) => {
      await given.insert(settings).values(row)
      return { message: 'OK' }
    }
    mountRoutes(hono, context, [route(liar, write), route(honest, write)])
    expect((await hono.request('/api/liar', { method: 'POST' })).status).toBe(500)
    expect(String(errors[0])).toContain('liar is marked as changing nothing')
    expect(await db.$count(settings)).toBe(0)
    expect((await hono.request('/api/honest', { method: 'POST' })).status).toBe(200)
    expect(await db.$count(settings)).toBe(1)
  })

  test('reads as usual, also within a transaction, and posts nothing', async () => {
    const { db } = await open()
    const reading = readOnly(db, 'someCall')
    expect(await reading.select().from(settings)).toEqual([])
    expect(await reading.$count(settings)).toBe(0)
    await reading.execute(sql`select 1 from settings for update`)
    const writes = [
      async () => reading.execute(sql`select ledger_post('a', 'b', '[]'::jsonb, null, '[]'::jsonb)`),
      async () => reading.execute(sql`update settings set value = '1'`),
      async () => reading.delete(settings),
      async () => reading.update(settings).set(row),
      async () => reading.transaction((tx) => tx.insert(settings).values(row)),
    ]
    for (const write of writes) await expect(write()).rejects.toThrow('someCall is marked')
  })
})
