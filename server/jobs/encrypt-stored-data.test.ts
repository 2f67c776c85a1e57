import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getOperation } from '#api/contract/operation.ts'
import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/game-account.ts'
import { createApp } from '../app.ts'
import { DAY } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { operations } from '../database/schema/access.ts'
import { gameAccounts, pendingGamePasswords } from '../database/schema/games.ts'
import { settings } from '../database/schema/site.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { createKeyring, type Keyring } from '../encryption/keyring.ts'
import { fileLink } from '../files/store.ts'
import { type Client, clientOf, openTestApp, type TestApp } from '../http/test-app.ts'
import { excessOf, queriesOf } from '../http/test-plans.ts'
import { createProviders } from '../providers/create-providers.ts'
import { encryptDaily, encryptStoredData } from './encrypt-stored-data.ts'
import { runJob } from './run-jobs.ts'

describeOnOne('stored data', (open) => {
  const [one, two] = [randomBytes(32), randomBytes(32)]
  const keys = createKeyring([one])
  let folder: string
  let t: TestApp
  let request: Client

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'champa-stored-'))
    afterAll(() => rm(folder, { recursive: true, force: true }))
    t = await openTestApp(open, { settings: { DATA_DIR: folder }, seeded: true, keys })
    request = await t.client(await addMember(t.db))
  })

  /** The same data with other keys, as after a restart with another DATA_KEYS. */
  const under = (ring: Keyring): AppContext => ({
    ...t.context,
    keys: ring,
    providers: createProviders(t.context.config, t.db, ring, t.clock),
  })
  const asUnder = (ring: Keyring) => clientOf(createApp(under(ring)), request.token)
  /** Everything in the database and on disk, as a thief would have it. */
  async function everythingStored() {
    const names = await readdir(join(folder, 'files')).catch(() => [])
    const files = await Promise.all(names.map((name) => readFile(join(folder, 'files', name), 'latin1')))
    const tables = [gameAccounts, pendingGamePasswords, operations]
    const rows = await Promise.all(tables.map((table) => t.db.select().from(table)))
    return [JSON.stringify(rows), ...files].join('\n')
  }

  test('contains no plain password, in accounts or in replies, and a repeat is answered byte for byte', async () => {
    const send = async (path: string, key: string) => {
      const headers = { Authorization: `Bearer ${request.token}`, 'Idempotency-Key': key }
      return (await t.app.request(path, { headers })).text()
    }
    for (const path of ['/api/wallet/activate/PG', '/api/wallet/resetpassword/PG']) {
      const key = randomUUID()
      const first = await send(path, key)
      const { password } = JSON.parse(first) as { password: string }
      expect(password).toMatch(/^\w{10}$/u)
      expect(await send(path, key)).toBe(first)
      expect((await request(getOperation, { params: { key } })).body).toEqual({
        status: 'done',
        reply: JSON.parse(first) as unknown,
      })
      expect((await request(getGameAccount, { params: { slot: 'PG' } })).body.password).toBe(password)
      expect(await everythingStored()).not.toContain(password)
    }
  })

  test('old plain text is encrypted once and reads the same; an interrupted run starts again', async () => {
    const { password } = (await request(activateGame, { params: { slot: 'PG' } })).body
    await t.db.update(gameAccounts).set({ password: 'plain-password' })
    await t.db.update(operations).set({ reply: '{"plain":"reply"}' })
    const bytes = Buffer.concat([Buffer.from('plain picture'), randomBytes(100_000)])
    const name = `${'a'.repeat(48)}.png`
    await t.context.providers.files.write(new Uint8Array([1]), 'png')
    await writeFile(join(folder, 'files', name), bytes)
    const serve = async () => Buffer.from(await (await t.app.request(fileLink(name))).arrayBuffer())
    const readAll = async () => [
      (await request(getGameAccount, { params: { slot: 'PG' } })).body.password,
      (await t.db.select().from(operations)).length,
      (await serve()).equals(bytes),
    ]
    expect(await readAll()).toEqual(['plain-password', 1, true])
    // A run that is aborted at once changes nothing.
    await encryptStoredData(t.context, AbortSignal.abort())
    expect(await everythingStored()).toContain('plain picture')

    await encryptStoredData(t.context)
    expect(await readAll()).toEqual(['plain-password', 1, true])
    for (const plain of ['plain-password', 'plain picture', '{\\"plain', password])
      expect(await everythingStored()).not.toContain(plain)
    const after = await everythingStored()
    await encryptStoredData(t.context)
    expect(await everythingStored()).toBe(after)
  })

  test('moves to a new key, after which the old one is no longer needed', async () => {
    const key = randomUUID()
    const { password } = (await request(activateGame, { params: { slot: 'PG' }, key })).body
    t.context.providers.games.setPassword = () => Promise.reject(new Error('socket hang up'))
    expect((await request(resetGamePassword, { params: { slot: 'PG' } })).status).toBe(409)
    const pending = (await request(getGameAccount, { params: { slot: 'PG' } })).body.password
    expect(pending).not.toBe(password)
    expect(await everythingStored()).not.toContain(pending)
    const bytes = new Uint8Array(randomBytes(200_000))
    const name = await t.context.providers.files.write(bytes, 'png')
    await t.db
      .insert(settings)
      .values(
        [keys, createKeyring([two])].map(({ current }) => ({ key: `dataKey:${current.id}`, value: true })),
      )
    const notes = async () =>
      (await t.db.select({ key: settings.key }).from(settings)).filter((row) =>
        row.key.startsWith('dataKey:'),
      )

    const both = createKeyring([two, one])
    await encryptStoredData(under(both))
    // A process that still has only the old key may write with it meanwhile.
    expect(await notes()).toHaveLength(2)
    await encryptStoredData(under(both))
    expect(await notes()).toEqual([{ key: `dataKey:${both.current.id}` }])

    const later = asUnder(createKeyring([two]))
    expect((await later(getGameAccount, { params: { slot: 'PG' } })).body.password).toBe(pending)
    expect((await later(activateGame, { params: { slot: 'PG' }, key })).body.password).toBe(password)
    const file = await under(createKeyring([two])).providers.files.open(name)
    expect(Buffer.from((await file?.read(0, bytes.byteLength)) ?? []).equals(bytes)).toBe(true)
    // The old key alone can no longer read it.
    await expect(under(keys).providers.files.open(name)).rejects.toThrow(/needs the key/u)
  })

  test('that no key can read is logged as an error, left unchanged, and keeps older keys required', async () => {
    await request(activateGame, { params: { slot: 'PG' } })
    await t.db.insert(settings).values({ key: 'dataKey:0123456789abcdef', value: true })
    await t.context.providers.files.write(new Uint8Array(randomBytes(10)), 'png')
    const before = await everythingStored()
    await encryptStoredData(under(createKeyring([two])))
    expect(t.logged.join('\n')).toContain('"event":"stored-data-unreadable"')
    // The operator is told which key it is, of files too, and nobody the name of a file, which gives access to it.
    const ofFile = t.logged.filter((line) => line.includes('stored-file-unreadable')).join('\n')
    expect(ofFile).toContain(`needs the key ${keys.current.id}`)
    expect(ofFile).not.toMatch(/[0-9a-f]{48}/u)
    expect(await everythingStored()).toBe(before)
    expect(await t.db.$count(settings)).toBeGreaterThan(0)
    const left = (await t.db.select().from(settings)).map((row) => row.key)
    expect(left).toContain('dataKey:0123456789abcdef')
  })

  test('is re-encrypted while a member takes a new password', async () => {
    await request(activateGame, { params: { slot: 'PG' } })
    const rotating = under(createKeyring([two, one]))
    const [, reset] = await Promise.all([
      encryptStoredData(rotating),
      request(resetGamePassword, { params: { slot: 'PG' } }),
    ])
    await encryptStoredData(rotating)
    const { body } = await asUnder(createKeyring([two]))(getGameAccount, { params: { slot: 'PG' } })
    expect(body.password).toBe(reset.body.password)
  })

  test('is read by one process a day, at once under another key, and again where a pass was broken off', async () => {
    let passes = 0
    let breaksOff = false
    let stopping = new AbortController()
    const counted = (ring: Keyring) => {
      const app = under(ring)
      app.providers.files.reencrypt = async () => {
        passes += 1
        if (breaksOff) stopping.abort()
        return { renewed: 0, failed: 0 }
      }
      return app
    }
    const runAll = async (...apps: AppContext[]) => {
      stopping = new AbortController()
      passes = 0
      await Promise.all(apps.map((app) => runJob(app, encryptDaily, stopping.signal)))
      return passes
    }
    expect(await runAll(counted(keys), counted(keys))).toBe(1)
    expect(await runAll(counted(keys), counted(createKeyring([two, one])))).toBe(1)
    expect(await runAll(counted(keys), counted(keys))).toBe(0)
    t.clock.advance(DAY)
    breaksOff = true
    expect(await runAll(counted(keys), counted(keys))).toBe(1)
    breaksOff = false
    expect(await runAll(counted(keys), counted(keys))).toBe(1)
    expect(await runAll(counted(keys), counted(keys))).toBe(0)
  })

  test('of answers is found among the keys that are kept for ever without reading those', async () => {
    await request(activateGame, { params: { slot: 'PG' } })
    await t.db.execute(sql`insert into acts (owner, key, call, body_hash, status, created_at)
      select 'visitor', 'old ' || n, 'transfer', '', 'done', now() - n * interval '1 second' from generate_series(1, 20000) n`)
    await t.db.execute(sql`insert into acts (owner, key, call, body_hash, status, reply, created_at)
      select 'visitor', 'kept ' || n, 'transfer', 'hash', 'done', 'plain', ${t.clock.now().toISOString()}::timestamptz
        from generate_series(1, 1200) n`)
    await t.db.execute(sql`vacuum analyze acts`)
    const asked = queriesOf(t.db)
    await encryptStoredData(t.context)
    const reads = asked.filter(({ query }) => query.startsWith('select') && query.includes('from "acts"'))
    expect(reads).toHaveLength(3)
    // All of these were written at the same moment, so each part looks at them anew.
    expect(await excessOf(t.db, reads, ['acts'], 1201, true)).toEqual([])
    expect(await t.db.$count(operations, eq(operations.reply, 'plain'))).toBe(0)
  })
})
