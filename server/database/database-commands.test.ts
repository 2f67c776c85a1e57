import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { openPostgres } from './postgres.ts'
import { members } from './schema/members.ts'

async function run(script: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH: process.env['PATH'], ...settings },
  })
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: code as number, said: out + said }
}

const migrate = (settings: Record<string, string>) => run('scripts/migrate.ts', settings)
const urlOf = (database: string) => inject('postgresUrl').replace('DATABASE', database)

/** The address of a new database without a table. */
async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  const admin = await openPostgres(urlOf('postgres'), { migrations: 'ignore' })
  await admin.db.execute(sql.raw(`create database ${name} template template0`))
  await admin.close()
  return urlOf(name)
}

test('npm run migrate wants a database, and says what is wrong without its password', async () => {
  expect(await migrate({})).toEqual({ code: 1, said: expect.stringMatching(/DATABASE_URL must name/u) })
  const { code, said } = await migrate({ DATABASE_URL: 'postgres://champa:secret@127.0.0.1:1/champa' })
  expect([code, said]).toEqual([1, expect.stringMatching(/no connection to PostgreSQL at 127\.0\.0\.1:1/u)])
  expect(said).not.toContain('secret')
})

test('npm run archive names the setting that is wrong', async () => {
  const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/champa', ARCHIVE_DIR: 'no-such-folder' }
  expect(await run('scripts/archive.ts', { ...settings, ARCHIVE_MONTHS: '1' })).toEqual({
    code: 1,
    said: 'Archiving has failed: ARCHIVE_MONTHS must be a whole number of at least 2\n',
  })
})

describe.skipIf(inject('postgresUrl') === '')('on PostgreSQL', () => {
  test('with MIGRATE=off the start refuses a database until npm run migrate has run', async () => {
    const url = await emptyDatabase()
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

  test('what the database says of a migration or an archive that it refuses is told', async () => {
    const url = await emptyDatabase()
    const { db, close } = await openPostgres(url, { migrations: 'ignore' })
    await db.execute(sql`create table members (id text)`)
    const { code, said } = await migrate({ DATABASE_URL: url })
    expect([code, said]).toEqual([1, expect.stringContaining('relation "members" already exists')])
    await db.execute(sql`drop table members`)
    expect((await migrate({ DATABASE_URL: url })).code).toBe(0)

    const archive = (settings: Record<string, string>) =>
      run('scripts/archive.ts', { DATABASE_URL: url, ARCHIVE_DIR: 'no-such-folder', ...settings })
    expect(await archive({ ARCHIVE_DIR: '' })).toEqual({
      code: 1,
      said: 'Archiving has failed: ARCHIVE_DIR must name the folder to archive into\n',
    })
    expect(await archive({})).toEqual({
      code: 0,
      said: expect.stringMatching(/^0 entries and 0 rows .*\nEvery file of the archive is what was written/u),
    })
    await db.execute(sql`alter table ledger_postings rename to gone`)
    expect(await archive({})).toEqual({
      code: 1,
      said: expect.stringContaining('relation "ledger_postings" does not exist'),
    })
    await close()
  })
})
