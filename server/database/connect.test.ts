import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { DatabaseUnavailable } from './database.ts'
import { takeLock } from './lock-file.ts'
import { openPostgres } from './postgres.ts'
import { isUniqueViolation, rowsOf } from './query.ts'
import { members } from './schema/members.ts'
import { addMember, describeOnEach } from './test-database.ts'
import { unpackTemplate } from './test-unpack-template.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'champa-connect-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'the embedded database keeps what was written and lets one process in',
  { timeout: 120_000 },
  async () => {
    const dataDir = join(folder, 'data')
    // Migrated: server/start-server.test.ts starts in an empty folder.
    await unpackTemplate(inject('embeddedTemplates').migrated, dataDir)
    const first = await connectDatabase({ dataDir })
    const id = await addMember(first.db)
    await expect(connectDatabase({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
    await first.close()
    const second = await connectDatabase({ dataDir })
    expect(await second.db.select({ id: members.id }).from(members)).toEqual([{ id }])
    await second.close()
  },
)

describe('the lock file', () => {
  test('of a dead process is taken over', async () => {
    const path = join(folder, 'dead.lock')
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    await writeFile(path, JSON.stringify({ pid: dead, since: 'long ago' }))
    const release = await takeLock(path, folder)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
    await release()
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })

  test.each([
    ['', 'nothing'],
    ['{"pid":', 'half of it'],
    ['null', 'null'],
    ['{"pid":0,"since":""}', 'the id of a group'],
    ['{"pid":1.5,"since":""}', 'no whole number'],
    ['{"pid":1}', 'no start'],
  ])('that has %j is taken over: %s', async (content) => {
    const path = join(folder, 'broken.lock')
    await writeFile(path, content)
    const release = await takeLock(path, folder)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
    await release()
  })

  test('of a running process is respected', async () => {
    const path = join(folder, 'alive.lock')
    const module = new URL('lock-file.ts', import.meta.url).href
    const code = `const { takeLock } = await import(${JSON.stringify(module)})
      await takeLock(${JSON.stringify(path)}, '')
      console.log('taken')
      setInterval(() => {}, 60_000)`
    const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
    await once(holder.stdout, 'data')
    await expect(takeLock(path, folder)).rejects.toThrow(`in use by process ${holder.pid}`)
    holder.kill()
    await once(holder, 'exit')
    const release = await takeLock(path, folder)
    await release()
  })

  describe('of another container, where a process id here says nothing', () => {
    const elsewhere = (pid: number) => JSON.stringify({ pid, since: 'then', space: 'of another container' })
    const rhythm = { beat: 20, silence: 300 }
    const modified = async (path: string) => (await stat(path)).mtimeMs

    test('is respected while it is touched, and taken over once it is not', async () => {
      const path = join(folder, 'container.lock')
      await writeFile(path, elsewhere(process.pid))
      const alive = setInterval(() => void utimes(path, new Date(), new Date()), rhythm.beat)
      try {
        await expect(takeLock(path, folder, { rhythm })).rejects.toThrow(
          'in use by another container or machine',
        )
      } finally {
        clearInterval(alive)
      }
      expect(await readFile(path, 'utf8')).toBe(elsewhere(process.pid))
      const release = await takeLock(path, folder, { rhythm })
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid })
      await release()
    })

    test('is touched by its holder, who hears when another has taken it', async () => {
      const path = join(folder, 'held.lock')
      let isLost = false
      const release = await takeLock(path, folder, { rhythm, lost: () => (isLost = true) })
      const before = await modified(path)
      await expect.poll(() => modified(path)).not.toBe(before)
      expect(isLost).toBe(false)
      await writeFile(path, elsewhere(1))
      await expect.poll(() => isLost).toBe(true)
      await release()
      // It is another's now.
      expect(await readFile(path, 'utf8')).toBe(elsewhere(1))
    })
  })
})

test('an error about an unreachable PostgreSQL does not contain its password', async () => {
  const connecting = connectDatabase({ url: 'postgres://champa:secret@127.0.0.1:1/champa' })
  const error: unknown = await connecting.catch((e: unknown) => e)
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(String(error)).toContain('127.0.0.1:1/champa')
  expect(String(error)).not.toContain('secret')
})

test.skipIf(inject('postgresUrl') === '')('servers that start at once migrate once', async () => {
  const urlOf = (database: string) => inject('postgresUrl').replace('DATABASE', database)
  const admin = await openPostgres(urlOf('postgres'), { migrations: 'ignore' })
  await admin.db.execute(sql`create database started_at_once template template0`)
  await admin.close()
  const url = urlOf('started_at_once')
  const servers = await Promise.all([1, 2, 3].map(() => connectDatabase({ url })))
  const [server] = servers
  const run = server && (await rowsOf(server.db, sql`select hash from drizzle.__drizzle_migrations`))
  expect(new Set(run?.map(({ hash }) => hash)).size).toBe(run?.length)
  await Promise.all(servers.map((each) => each.close()))
})

describeOnEach('both engines', (open) => {
  test('read money, numbers, times and JSON alike', async () => {
    const { db } = await open()
    const [row] = await rowsOf(
      db,
      sql`select 9007199254740991::bigint as satang, 7::int as count, true as yes, '{"a":[1]}'::jsonb as json`,
    )
    expect(row).toEqual({ satang: Number.MAX_SAFE_INTEGER, count: 7, yes: true, json: { a: [1] } })
    const createdAt = new Date('2026-01-02T03:04:05.678Z')
    await addMember(db, { createdAt })
    expect(await db.select({ createdAt: members.createdAt }).from(members)).toEqual([{ createdAt }])
  })

  test('name the constraint that a row violates', async () => {
    const { db } = await open()
    const username = '0812345678'
    await addMember(db, { username })
    const error: unknown = await addMember(db, { username }).catch((e: unknown) => e)
    expect(isUniqueViolation(error, 'members_username_unique')).toBe(true)
    expect(isUniqueViolation(error, 'members_bank_account')).toBe(false)
  })
})
