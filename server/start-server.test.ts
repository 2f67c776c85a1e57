import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { clonePostgres } from './database/test-database.ts'
import { unpackTemplate } from './database/test-unpack-template.ts'
import { addressIn, fromSource, startProgram } from './test-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'champa-start-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  // A killed process may still write for a moment.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

function start(settings: Record<string, string>, how?: readonly string[]) {
  const program = startProgram({ DATA_DIR: join(folder, 'data'), ...settings }, how)
  running.push(program.child)
  return program
}

/** A new folder with a database that is migrated: a start without one takes four times as long, and others test it. */
async function migratedFolder(name: string): Promise<string> {
  const path = join(folder, name)
  await unpackTemplate(inject('embeddedTemplates').migrated, path)
  return path
}

/** A generous timeout in ms, because the machine may be busy. */
const STARTING = 120_000

/** The status of a request with this `Host`, wherever it is sent. */
const statusAs = (host: string, url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

describe('the program', () => {
  test(
    'starts, says where it is and who may sign in, and stops when asked to, after SHUTDOWN_DELAY',
    async () => {
      const { child, ended, until } = start({}, fromSource)
      const said = await until('Database')
      const address = addressIn(said)
      const [, username, password] = /phone (\d+), password (\S+)/u.exec(said) ?? []
      expect(said).toContain(`${address}/sandbox`)
      expect(await (await fetch(`${address}/api/health`)).json()).toMatchObject({ status: 'ok' })
      const login = await fetch(`${address}/api/login`, {
        method: 'POST',
        body: JSON.stringify({ username, password }),
      })
      expect(login.status).toBe(200)
      expect(login.headers.get('date')).toBeTruthy()
      // A console that only this machine reaches needs no key.
      expect(said).not.toContain('Key ')
      const outside = Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4')
      const { port } = new URL(address)
      for (const one of outside)
        await expect(fetch(`http://${one.address}:${port}/api/health`)).rejects.toThrow('fetch failed')
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)

      const again = start({ SHUTDOWN_DELAY: '600', PAYOUTS: 'off' })
      const saidAgain = await again.until('Database')
      expect(saidAgain).toContain('"event":"payouts-off"')
      const sameAddress = addressIn(saidAgain)
      const readiness = async () => (await fetch(`${sameAddress}/api/ready`)).status
      expect(await readiness()).toBe(200)
      again.child.kill('SIGINT')
      await again.until('"stopping"')
      expect(await readiness()).toBe(503)
      expect((await fetch(`${sameAddress}/api/lookup/banks`)).status).toBe(200)
      // A second signal ends the delay.
      again.child.kill('SIGTERM')
      expect((await again.ended).code).toBe(0)
    },
    STARTING,
  )

  test.each([
    [{ SANDBOX: 'off' }, /Champa cannot start: SANDBOX is off.*DATABASE_URL/u],
    [
      { SANDBOX: 'off', DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
      /Champa cannot start: PUBLIC_ORIGIN must be given/u,
    ],
    [{ DATA_DIR: '/dev/null/data' }, /Champa cannot start: DATA_DIR must be a folder/u],
    [{ PORT: 'eighty' }, /Champa cannot start: PORT must be a whole number/u],
    [
      { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
      /Champa cannot start: DATABASE_URL: no connection/u,
    ],
    [
      { REDIS_URL: 'redis://nobody:secret@127.0.0.1:1' },
      /Champa cannot start: REDIS_URL: no connection to Redis at 127\.0\.0\.1:1/u,
    ],
  ])(
    'does not start with %j, and says why',
    async (settings, words) => {
      const { code, said } = await start(settings).ended
      expect([code, said]).toEqual([1, expect.stringMatching(words)])
      expect(said).not.toContain('secret')
    },
    STARTING,
  )

  test(
    'listens where it is told to, prints the key of its console, and answers to no foreign name',
    async () => {
      const { child, until } = start({ DATA_DIR: await migratedFolder('open'), HOST: '0.0.0.0' })
      const said = await until('Database')
      const address = addressIn(said)
      const [, key = ''] = /Key\s+(\S{24})\s/u.exec(said) ?? []
      expect((await fetch(`${address}/sandbox`)).status).toBe(401)
      const body = new URLSearchParams({ key })
      const taken = await fetch(`${address}/sandbox/key`, { method: 'POST', body, redirect: 'manual' })
      const cookie = taken.headers.get('set-cookie')?.split(';')[0] ?? ''
      expect((await fetch(`${address}/sandbox`, { headers: { cookie } })).status).toBe(200)
      for (const path of ['/sandbox', '/api/lookup/banks', '/api/health', '/'])
        expect([path, await statusAs('evil.example', address + path)]).toEqual([path, 421])
      expect(await statusAs('192.168.7.7:8080', `${address}/api/lookup/banks`)).toBe(200)
      child.kill('SIGTERM')
    },
    STARTING,
  )

  test(
    'keeps all that it makes from everybody else, and what an earlier version left open too',
    async () => {
      const DATA_DIR = join(folder, 'closed')
      mkdirSync(join(DATA_DIR, 'files'), { recursive: true, mode: 0o755 })
      writeFileSync(join(DATA_DIR, 'files', 'old.png'), '', { mode: 0o644 })
      // A folder that already contains a file of the user's.
      writeFileSync(join(DATA_DIR, 'notes.txt'), '', { mode: 0o644 })
      const { child, ended, until } = start({ DATA_DIR })
      const address = addressIn(await until('Database'))
      const form = new FormData()
      form.set('file', new File([readFileSync('public/icons/icon-192.png')], 'a.png'))
      const upload = await fetch(`${address}/api/chat/upload-image`, {
        method: 'POST',
        body: form,
      })
      expect(upload.status).toBe(200)
      // The database creates and deletes files meanwhile.
      const open = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' }).filter(
        (name) => ((statSync(join(DATA_DIR, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
      )
      expect(open).toEqual(['notes.txt'])
      const names = readdirSync(DATA_DIR)
      expect(names).toEqual(expect.arrayContaining(['data.key', 'database', 'database.lock', 'files']))
      expect(readdirSync(join(DATA_DIR, 'files'))).toHaveLength(2)

      // A start with another key than the data's stops before it writes anything.
      child.kill('SIGTERM')
      await ended
      rmSync(join(DATA_DIR, 'data.key'))
      const other = await start({ DATA_DIR, DATA_KEYS: randomBytes(32).toString('base64') }).ended
      expect([other.code, other.said]).toEqual([
        1,
        expect.stringMatching(/Champa cannot start: DATA_KEYS must have the key that game passwords/u),
      ])
      expect(readdirSync(DATA_DIR)).not.toContain('data.key')
    },
    STARTING,
  )

  test.skipIf(inject('postgresUrl') === '')(
    'does not take a sandbox’s database for real money',
    async () => {
      const DATABASE_URL = await clonePostgres()
      const sandbox = start({ DATABASE_URL })
      await sandbox.until('Database')
      sandbox.child.kill('SIGTERM')
      await sandbox.ended
      const real = {
        DATABASE_URL,
        SANDBOX: 'off',
        PUBLIC_ORIGIN: 'https://champa.example',
        DATA_KEYS: 'A'.repeat(43),
      }
      const { code, said } = await start(real).ended
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/Champa cannot start: SANDBOX is off, but a sandbox has seeded the database/u),
      ])
    },
    STARTING,
  )

  test(
    'does not start on a port that is taken, and says so',
    async () => {
      const other = createServer()
      await new Promise<void>((resolve) => {
        other.listen(0, '127.0.0.1', resolve)
      })
      const address = other.address()
      const PORT = String(typeof address === 'object' ? address?.port : 0)
      const { code, said } = await start({ PORT, DATA_DIR: await migratedFolder('other') }).ended
      other.close()
      expect([code, said]).toEqual([1, expect.stringContaining('PORT is taken')])
    },
    STARTING,
  )
})
