import { beforeAll, describe, expect, test } from 'vitest'
import { sendOtp } from '#api/contract/otp.ts'
import { parseConfig } from '../../config.ts'
import { describeOnEmbedded } from '../../database/test-database.ts'
import { smsMessages } from '../../database/schema/access.ts'
import { hostnameOf } from '../../hostnames.ts'
import { isOwnHost } from './own-hosts.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const house = {
  SANDBOX: 'off',
  DATABASE_URL: 'postgres://unused',
  PUBLIC_ORIGIN: 'https://champa.example',
  DATA_KEYS: 'A'.repeat(43),
}

describe('a host name', () => {
  test.each([
    ['localhost:8080', 'localhost'],
    ['Champa.Example', 'champa.example'],
    ['[::1]:8080', '::1'],
    ['::1', '::1'],
    ['127.1:80', '127.0.0.1'],
    ['evil.example@localhost', ''],
    ['evil.example/localhost', ''],
    ['', ''],
  ])('%j is %j', (host, name) => {
    expect(hostnameOf(host)).toBe(name)
  })

  test.each<[settings: Record<string, string>, own: string[], foreign: string[]]>([
    [
      {},
      ['localhost', '127.0.0.1', '127.8.8.8', '::1'],
      ['evil.example', 'localhost.evil.example', '192.168.1.5', '::2'],
    ],
    [{ HOST: '192.168.1.5' }, ['localhost', '192.168.1.5'], ['192.168.1.6', 'evil.example']],
    [{ HOST: 'fe80::1' }, ['localhost', 'fe80::1'], ['fe80::2']],
    [
      { HOST: '0.0.0.0' },
      ['localhost', '10.0.0.7', '172.31.0.1', '192.168.1.5', 'fd00::1'],
      ['172.32.0.1', '8.8.8.8', 'evil.example', 'pc.local'],
    ],
    [{ PUBLIC_ORIGIN: 'https://champa.example' }, ['localhost', 'champa.example'], ['10.0.0.7']],
    [
      house,
      ['champa.example'],
      ['localhost', '127.0.0.1', 'www.champa.example', 'champa.example.evil.example'],
    ],
    [{ ...house, HOST: '0.0.0.0' }, ['champa.example'], ['localhost', '10.0.0.7']],
  ])('with %j', (settings, own, foreign) => {
    const config = parseConfig(settings)
    expect(own.filter((name) => !isOwnHost(config, name))).toEqual([])
    expect(foreign.filter((name) => isOwnHost(config, name))).toEqual([])
  })
})

describeOnEmbedded('another name', (open) => {
  let real: TestApp
  let sandbox: TestApp
  beforeAll(async () => {
    real = await openTestApp(open, { settings: house })
    sandbox = await openTestApp(open)
  })

  test.each(['/api/lookup/banks', '/api/openapi.json', '/login', '/', '/api/files/x', '/socket.io/'])(
    'is turned away at %s, with and without the sandbox',
    async (path) => {
      for (const { app } of [real, sandbox]) {
        const response = await app.request(`http://evil.example${path}`)
        expect(response.status).toBe(421)
        expect(await response.json()).toEqual({ message: expect.stringContaining('PUBLIC_ORIGIN') })
      }
      expect((await real.app.request(`http://localhost${path}`)).status).toBe(421)
      expect((await real.app.request(`https://champa.example${path}`)).status).not.toBe(421)
      expect((await sandbox.app.request(`http://localhost:8080${path}`)).status).not.toBe(421)
    },
  )

  test('a foreign name may not read the health or readiness either, but any address may', async () => {
    const statusAt = async ({ app }: TestApp, host: string) => {
      const health = await app.request(`http://${host}/api/health`)
      const ready = await app.request(`http://${host}/api/ready`)
      expect(ready.status).toBe(health.status)
      return health.status
    }
    for (const host of ['127.0.0.1:8080', 'localhost', '10.1.2.3', '[fd00::7]:8080'])
      expect([host, await statusAt(real, host), await statusAt(sandbox, host)]).toEqual([host, 200, 200])
    expect(await statusAt(real, 'evil.example')).toBe(421)
    expect(await statusAt(sandbox, 'evil.example')).toBe(421)
  })

  test('a foreign name is not in the SMS: it contains the public address, whatever the request says', async () => {
    const t = await openTestApp(open, { settings: { PUBLIC_ORIGIN: 'https://champa.example' } })
    const send = (url: string) =>
      t.app.request(url, {
        method: sendOtp.method,
        body: JSON.stringify({ phoneNumber: '0891234567' }),
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-Host': 'evil.example' },
      })
    expect((await send(`http://evil.example${sendOtp.path}`)).status).toBe(421)
    expect(await t.db.$count(smsMessages)).toBe(0)
    expect((await send(`http://localhost:8080${sendOtp.path}`)).status).toBe(200)
    const [sms] = await t.db.select().from(smsMessages)
    expect(sms?.text).toContain('@champa.example #')
  })
})
