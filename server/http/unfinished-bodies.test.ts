import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendChatMessage } from '#api/contract/chat.ts'
import { SECOND } from '../clock.ts'
import { describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { RawSocket } from '../realtime/test-raw-socket.ts'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const FILE = 'multipart/form-data; boundary=a'
const DECLARED = 'Content-Length: 5000'
const CHUNKED = 'Transfer-Encoding: chunked'

const calls = [
  ['/api/login', JSON_TYPE, DECLARED],
  ['/api/login', JSON_TYPE, CHUNKED],
  ['/api/chat/upload-image', FILE, DECLARED],
  ['/api/chat/upload-image', FILE, CHUNKED],
  ['/sandbox/texts', FORM, DECLARED],
  ['/sandbox/texts', FORM, CHUNKED],
  ['/sandbox/chat/ROOM/messages', FILE, CHUNKED],
] as const

/** A first chunk, which is a beginning of a body of declared length too. */
const BEGINNING = '4\r\na=1&\r\n'

describeOnOne('a body that does not come whole', (open) => {
  let server: TestServer
  let listener: ServerType
  let port = 0
  let room = ''

  beforeAll(async () => {
    server = await openTestServer(open, { METRICS_TOKEN: 'm'.repeat(32) })
    listener = createAdaptorServer({ fetch: server.app.fetch })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    port = (listener.address() as AddressInfo).port
    const member = await server.newMember()
    room = member.id
    await member.request(sendChatMessage, {
      body: { message: { message_type: 'text', payload: { text: 'help' } } },
    })
  })
  afterAll(() => listener.close())

  /** Begins a request, and waits until its body is being read. */
  async function begin(
    path: string,
    type: string,
    length: string,
    beginning = BEGINNING,
  ): Promise<RawSocket> {
    const socket = new RawSocket(port)
    const head = ['Host: localhost', `Content-Type: ${type}`, 'Expect: 100-continue', length]
    socket.write([`POST ${path.replace('ROOM', room)} HTTP/1.1`, ...head, '\r\n'].join('\r\n'))
    await socket.hears('100 Continue')
    socket.write(beginning)
    return socket
  }

  /** The statuses of the requests that were logged since. */
  const statusesSince = (since: number) =>
    server.logged
      .slice(since)
      .map((line) => JSON.parse(line) as { event: string; level: string; status: number })
      .map(({ event, level, status }) => [level, event, status])

  const isRefused = [['info', 'request', 400]]

  test.each(calls)('%s of %s with %s: is a refusal, and no failure', async (...call) => {
    const since = server.logged.length
    const socket = await begin(...call)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.close()
    await expect.poll(() => statusesSince(since), { timeout: 3000 }).toEqual(isRefused)
  })

  test.each(calls.filter(([, , length]) => length === CHUNKED))(
    '%s of %s: so is one that goes on in no chunk',
    async (...call) => {
      const since = server.logged.length
      const socket = await begin(...call)
      socket.write('nonsense\r\n')
      await expect.poll(() => socket.isOpen, { timeout: 3000 }).toBe(false)
      await expect.poll(() => statusesSince(since), { timeout: 3000 }).toEqual(isRefused)
    },
  )

  describe('as time goes by', () => {
    afterEach(() => void vi.useRealTimers())
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    test.each(calls.filter(([, type]) => type !== FILE))(
      '%s of %s with %s: is refused after 20 seconds, and its connection closed',
      async (...call) => {
        const since = server.logged.length
        holdTime()
        const socket = await begin(...call)
        await pass(19 * SECOND)
        expect(statusesSince(since)).toEqual([])
        await pass(SECOND)
        expect(await socket.hears('408 Request Timeout')).toBe(true)
        expect(statusesSince(since)).toEqual([['info', 'request', 408]])
        await expect
          .poll(async () => {
            await pass(SECOND)
            return socket.isOpen
          })
          .toBe(false)
      },
    )

    test('64 KB in 15 seconds are taken, and so is a file in minutes', async () => {
      const json = `{${' '.repeat(64_000)}`
      holdTime()
      const slow = await begin('/api/login', JSON_TYPE, `Content-Length: ${json.length}`, '{')
      const file = await begin('/api/chat/upload-image', FILE, 'Content-Length: 3000', 'no file')
      for (let at = 1; at < json.length; at += 6400) {
        await pass(1.5 * SECOND)
        slow.write(json.slice(at, at + 6400))
      }
      expect(await slow.hears('NO_DATA')).toBe(true)
      await pass(200 * SECOND)
      file.write('.'.repeat(2993))
      expect(await file.hears('SLIP_NO_FILE')).toBe(true)
      for (const socket of [slow, file]) socket.close()
    })
  })

  test('none of them counts as a failure', async () => {
    const headers = { Authorization: `Bearer ${'m'.repeat(32)}` }
    const metrics = await (await server.app.request('/metrics', { headers })).text()
    expect(metrics).toContain('status="400"')
    expect(metrics).not.toContain('status="500"')
  })
})
