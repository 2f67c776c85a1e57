import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Connection } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { clonePostgres } from '../database/test-database.ts'
import { createLogger } from '../log.ts'
import type { ProcessLink } from './create-realtime.ts'
import { openPostgresLink } from './postgres-link.ts'

describe.skipIf(inject('postgresUrl') === '')('processes joined by PostgreSQL', () => {
  let house: Connection
  const links: ProcessLink[] = []
  const heard: string[] = []
  let backs = 0

  beforeAll(async () => {
    const url = await clonePostgres()
    house = await openPostgres(url, { migrations: 'ignore', poolSize: 2 })
    const open = () => {
      const link = openPostgresLink(url, house.db, createLogger('silent'))
      links.push(link)
      return link
    }
    await open().onMessage(
      () => undefined,
      () => undefined,
    )
    await open().onMessage(
      (text) => heard.push(text),
      () => {
        backs += 1
      },
    )
  }, 60_000)
  afterAll(async () => {
    await Promise.all(links.map((link) => link.close()))
    await house?.close()
  })

  test('what one process publishes the other receives', async () => {
    links[0]?.publish('{"a":"it’s money"}')
    await expect.poll(() => heard).toEqual(['{"a":"it’s money"}'])
  })

  test('a broken connection is restored, and reports that something may be lost', async () => {
    await house.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'champa-events' and datname = current_database()`,
    )
    await expect.poll(() => backs).toBe(1)
    links[0]?.publish('after')
    await expect.poll(() => heard).toContain('after')
  })
})
