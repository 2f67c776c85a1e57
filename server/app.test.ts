import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { beforeAll, expect, test } from 'vitest'
import { autoLogin } from '#api/contract/auto-login.ts'
import { lookupBanks } from '#api/contract/lookup.ts'
import { getProfile } from '#api/contract/profile.ts'
import { MINUTE } from './clock.ts'
import { addMember, describeOnEmbedded } from './database/test-database.ts'
import { openTestApp, type TestApp } from './http/test-app.ts'

describeOnEmbedded('the server', (open) => {
  let t: TestApp

  beforeAll(async () => {
    t = await openTestApp(open, {
      settings: {
        FRAME_ANCESTORS: "'self' https://host.example",
        CORS_ORIGINS: 'https://app.example',
        REQUESTS_PER_MINUTE: '5',
        TRUST_PROXY: 'on',
      },
    })
  })

  test('every response carries the security headers', async () => {
    for (const path of ['/login', '/api/health', '/api/nothing']) {
      const { headers } = await t.app.request(path)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://host.example")
      // A built page has its own script hashes.
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(?: 'sha256-[^']+')*;/u)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/u)
    }
  })

  test('every API response announces this server’s extensions', async () => {
    for (const path of ['/api/lookup/banks', '/api/health', '/api/nothing', '/api/wallet']) {
      const { headers } = await t.app.request(path, { headers: { origin: 'https://app.example' } })
      expect(headers.get('x-api-extensions')?.split(', ')).toEqual(
        expect.arrayContaining(['keys', 'acts', 'logout', 'client-id', 'otp-proof', 'password-reset']),
      )
      expect(headers.get('access-control-expose-headers')).toContain('X-Api-Extensions')
    }
  })

  test('an API response tells in its Date the time by which its own times are written, whatever the machine’s is', async () => {
    t.clock.advance(5 * MINUTE)
    const server = createAdaptorServer({ fetch: t.app.fetch })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      for (const path of ['/api/lookup/banks', '/api/health', '/api/nothing', '/api/wallet']) {
        const { headers } = await fetch(`http://127.0.0.1:${port}${path}`)
        expect(headers.get('date'), path).toBe(t.clock.now().toUTCString())
      }
    } finally {
      server.close()
    }
  })

  test('an origin on the list may send requests, with the headers of the contract', async () => {
    const preflight = (origin: string) =>
      t.app.request('/api/wallet/transfer', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,idempotency-key,x-requester-type',
        },
      })
    const allowed = await preflight('https://app.example')
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    const foreign = await preflight('https://evil.example')
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('reports its health', async () => {
    const response = await t.app.request('/api/health')
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', database: 'ok', payouts: 'ok', version: '1.1.14' },
    ])
  })

  test('the log has the path’s template, so that a password in an address is not logged', async () => {
    const request = await t.client(await addMember(t.db))
    const params = { game: 'huayhd', username: 'huayhd123', password: 'top-secret' }
    await request(autoLogin, { params })
    const line = t.logged.at(-1) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      event: 'request',
      method: 'GET',
      path: '/api/autoLogin/:game/:username/:password?',
      member: expect.any(String),
    })
    expect(t.logged.join('\n')).not.toMatch(/top-secret|huayhd123/u)
    expect(t.logged.join('\n')).not.toContain(request.token)
  })

  test('a member who sends too many requests is limited, other members are not', async () => {
    const flood = await t.client(await addMember(t.db))
    const other = await t.client(await addMember(t.db))
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const statuses: number[] = []
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await flood(getProfile, { headers })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await other(getProfile, { headers })).status).toBe(200)
    t.clock.advance(MINUTE)
    expect((await flood(getProfile, { headers })).status).toBe(200)
  })

  test('an address that sends too many requests is limited, despite forged headers', async () => {
    const request = await t.client()
    const statuses: number[] = []
    for (let asked = 0; asked < 51; asked += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${asked}, 203.0.113.9` }
      statuses.push((await request(lookupBanks, { headers })).status)
    }
    expect(statuses.slice(0, 50).every((status) => status === 200)).toBe(true)
    expect(statuses[50]).toBe(429)
  })
})
