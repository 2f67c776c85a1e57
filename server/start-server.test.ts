import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addressIn, startProgram } from './test-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'champa-start-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function start(settings: Record<string, string>) {
  const program = startProgram({ DATA_DIR: join(folder, 'data'), ...settings })
  running.push(program.child)
  return program
}

describe('the program', () => {
  test('starts, says where it is and who may sign in, and stops when asked to', async () => {
    const { child, ended, until } = start({})
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
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)

    const again = start({})
    await again.until('Database')
    again.child.kill('SIGINT')
    expect((await again.ended).code).toBe(0)
  }, 60_000)

  test.each([
    [{ SANDBOX: 'off' }, /Champa cannot start: SANDBOX is off.*DATABASE_URL/u],
    [
      { SANDBOX: 'off', DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
      /Champa cannot start: PUBLIC_ORIGIN must be given/u,
    ],
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
    60_000,
  )

  test('does not start on a port that is taken, and says so', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(0, resolve)
    })
    const address = other.address()
    const PORT = String(typeof address === 'object' ? address?.port : 0)
    const { code, said } = await start({ PORT, DATA_DIR: join(folder, 'other') }).ended
    other.close()
    expect([code, said]).toEqual([1, expect.stringContaining('PORT is taken')])
  }, 60_000)
})
