import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { openPostgres } from './postgres.ts'
import { members } from './schema/members.ts'

async function migrate(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/migrate.ts'], {
    env: { PATH: process.env['PATH'], ...settings },
  })
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: code as number, said: out + said }
}

test('npm run migrate wants a database, and says what is wrong without its password', async () => {
  expect(await migrate({})).toEqual({ code: 1, said: expect.stringMatching(/DATABASE_URL must name/u) })
  const { code, said } = await migrate({ DATABASE_URL: 'postgres://champa:secret@127.0.0.1:1/champa' })
  expect([code, said]).toEqual([1, expect.stringMatching(/no connection to PostgreSQL at 127\.0\.0\.1:1/u)])
  expect(said).not.toContain('secret')
})

describe.skipIf(inject('postgresUrl') === '')('on PostgreSQL', () => {
  test('with MIGRATE=off the start refuses a database until npm run migrate has run', async () => {
    const urlOf = (database: string) => inject('postgresUrl').replace('DATABASE', database)
    const name = `migrate_${randomBytes(6).toString('hex')}`
    const admin = await openPostgres(urlOf('postgres'), { migrations: 'ignore' })
    await admin.db.execute(sql.raw(`create database ${name} template template0`))
    await admin.close()
    const url = urlOf(name)
    await expect(connectDatabase({ url, migrate: false })).rejects.toThrow(
      /MIGRATE is off: run npm run migrate/u,
    )
    const done = { code: 0, said: expect.stringContaining('every migration') }
    expect(await Promise.all([migrate({ DATABASE_URL: url }), migrate({ DATABASE_URL: url })])).toEqual([
      done,
      done,
    ])
    const { db, close } = await connectDatabase({ url, migrate: false })
    expect(await db.$count(members)).toBe(0)
    await close()
  })
})
