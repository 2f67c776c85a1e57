import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { MINUTE } from '../clock.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { describeOnOne } from '../database/test-database.ts'
import { type TestServer, openTestServer } from '../modules/test-server.ts'

const SANDBOX_KEY = 'a key for the console'

describeOnOne('a console that others can reach', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open, { HOST: '0.0.0.0', SANDBOX_KEY })
  })

  const request = (path: string, cookie = '') => server.app.request(path, { headers: { cookie } })
  const enter = async (key: string, { to = '', address = '10.0.0.1' } = {}) =>
    server.app.request(
      '/sandbox/key',
      { method: 'POST', body: new URLSearchParams({ key, to }) },
      { incoming: { socket: { remoteAddress: address } } },
    )
  const markOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

  test('asks for its key, and neither shows nor does anything before', async () => {
    await server.context.providers.sms.send({ to: '0811112222', text: 'Your code is 123456' })
    for (const path of ['', '/slips', '/games', '/wheel', '/chat', '/texts', '/nothing'])
      for (const cookie of ['', 'console-key=guessed', `console-key=${SANDBOX_KEY}`]) {
        const response = await request(`/sandbox${path}`, cookie)
        const page = await response.text()
        expect([path, response.status]).toEqual([path, 401])
        expect(page).toContain('name="key"')
        expect(page).not.toContain('123456')
      }
    expect((await server.submitForm('/switches', { name: 'game:PG' })).status).toBe(401)
    expect(server.context.providers.sandbox?.switches.armed('game:PG')).toBe(false)
  })

  test('takes no film before', async () => {
    let pulled = 0
    const film = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(2 ** 20))
        if (pulled === 10) controller.close()
      },
    })
    const init = { method: 'POST', body: film, duplex: 'half' } as const
    expect((await server.app.request('/sandbox/chat/somebody', init)).status).toBe(401)
    expect(pulled).toBeLessThan(3)
  })

  test('records who opened it, and who tried', async () => {
    await enter('a wrong one', { address: '10.0.1.1' })
    await enter(SANDBOX_KEY, { address: '10.0.1.1' })
    const written = await server.db.select().from(auditEvents).where(eq(auditEvents.address, '10.0.1.1'))
    expect(written).toMatchObject([
      { kind: 'console-refused', actor: 'stranger', after: { times: 1 } },
      { kind: 'console-opened', actor: 'operator' },
    ])
    expect(JSON.stringify(written)).not.toMatch(/a wrong one|a key for/u)
  })

  test('accepts the key once, and continues to the requested page', async () => {
    const taken = await enter(` ${SANDBOX_KEY} `, { to: '/sandbox/wheel' })
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/sandbox/wheel'])
    const cookie = taken.headers.get('set-cookie') ?? ''
    for (const rule of ['HttpOnly', 'SameSite=Strict', 'Path=/sandbox']) expect(cookie).toContain(rule)
    expect(cookie).not.toContain(SANDBOX_KEY)
    expect((await request('/sandbox', markOf(taken))).status).toBe(200)
    for (const to of ['https://evil.example', '//evil.example', '/sandbox//evil.example?x', '/login'])
      expect((await enter(SANDBOX_KEY, { to })).headers.get('location')).toMatch(/^\/sandbox/u)
  })

  test('who has the key may open it as often as he likes', async () => {
    for (let count = 0; count < 11; count += 1)
      expect((await enter(SANDBOX_KEY, { address: '10.0.3.1' })).status).toBe(303)
  })

  test('its cookie goes over https alone, where the console is reached so', async () => {
    const settings = { HOST: '0.0.0.0', SANDBOX_KEY, PUBLIC_ORIGIN: 'https://champa.example' }
    const other = await openTestServer(open, settings)
    const body = new URLSearchParams({ key: SANDBOX_KEY })
    const taken = await other.app.request('https://champa.example/sandbox/key', { method: 'POST', body })
    expect(taken.headers.get('set-cookie')).toMatch(/; Secure/u)
    expect((await enter(SANDBOX_KEY)).headers.get('set-cookie')).not.toMatch(/; Secure/u)
  })

  test('players get into their games without the key, and see nothing of the operator’s', async () => {
    const page = await (await request('/sandbox/games/PG')).text()
    expect(page).toContain('Password')
    expect(page).not.toContain('Players who came')
    const cookie = markOf(await enter(SANDBOX_KEY))
    expect(await (await request('/sandbox/games/PG', cookie)).text()).toContain('Players who came')
  })

  test('cannot be guessed: at most ten wrong keys from one address and a hundred in total', async () => {
    const statuses = async (address: string, times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => enter('wrong key', { address })))
      return answers.map(({ status }) => status)
    }
    expect(new Set(await statuses('10.0.0.2', 10))).toEqual(new Set([401]))
    expect((await enter(SANDBOX_KEY, { address: '10.0.0.2' })).status).toBe(429)
    expect((await enter(SANDBOX_KEY, { address: '10.0.0.3' })).status).toBe(303)
    for (let at = 4; at < 13; at += 1) await statuses(`10.0.0.${at}`, 10)
    expect((await enter(SANDBOX_KEY, { address: '10.0.0.99' })).status).toBe(429)
    server.clock.advance(10 * MINUTE)
    expect((await enter(SANDBOX_KEY, { address: '10.0.0.2' })).status).toBe(303)
  })
})
