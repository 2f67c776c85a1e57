import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { gifOf } from '../../files/test-pictures.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'
import { RawSocket } from '../../realtime/test-raw-socket.ts'
import { createBodyLimit, createBodyLimits } from './body-limit.ts'

/** The body of the largest upload, in bytes. */
const LARGEST = 22 * 2 ** 20

interface From {
  address: string
  token?: string
}

describeOnOne('bodies whose last byte does not come', (open) => {
  let server: TestServer
  let listener: ServerType
  let port = 0
  let held: RawSocket[] = []

  beforeAll(async () => {
    server = await openTestServer(open, { TRUST_PROXY: '1' })
  })
  // Each test has an app of its own, which holds nothing yet.
  beforeEach(async () => {
    listener = createAdaptorServer({ fetch: createApp(server.context).fetch })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    port = (listener.address() as AddressInfo).port
  })
  afterEach(() => {
    for (const one of held.splice(0)) one.close()
    listener.close()
  })

  const headersOf = ({ address, token }: From) => ({
    'X-Forwarded-For': address,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  })

  async function hold(
    times: number,
    from: From,
    length = `Content-Length: ${LARGEST}`,
    path = '/api/chat/upload-video',
  ): Promise<void> {
    const sockets = Array.from({ length: times }, () => new RawSocket(port))
    held.push(...sockets)
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: multipart/form-data; boundary=a',
      'Expect: 100-continue',
      length,
      ...Object.entries(headersOf(from)).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ]
    for (const socket of sockets) {
      socket.write(head.join('\r\n'))
      await socket.hears('100 Continue')
    }
  }

  /** How a small picture is answered that is sent meanwhile. */
  async function upload(from: From): Promise<string> {
    const body = new FormData()
    body.set('file', new File([gifOf()], 'a.gif'))
    const url = `http://127.0.0.1:${port}/api/chat/upload-image`
    const answer = await fetch(url, { method: 'POST', body, headers: headersOf(from) })
    const { message } = (await answer.json()) as { message?: string }
    return [answer.status, message].filter(Boolean).join(' ')
  }

  const newMember = async () => (await server.newMember()).request.token

  test('two of the largest are held for an address, and others are not concerned', async () => {
    const address = '10.0.0.1'
    await hold(2, { address })
    expect(await upload({ address })).toBe('429 REQUEST_LIMIT')
    expect(await upload({ address: '10.0.0.2' })).toBe('200')
    expect(await upload({ address, token: await newMember() })).toBe('200')
    held.pop()?.close()
    await expect.poll(() => upload({ address })).toBe('200')
  })

  test('one of undeclared length counts as one of the largest', async () => {
    const address = '10.0.1.1'
    await hold(2, { address }, 'Transfer-Encoding: chunked')
    expect(await upload({ address })).toBe('429 REQUEST_LIMIT')
  })

  /** How a login is answered that is sent meanwhile, with no more than a person types or with many spaces. */
  async function logIn(address: string, length: 'short' | 'long'): Promise<number> {
    const url = `http://127.0.0.1:${port}/api/login`
    const body = length === 'short' ? '{' : `{${' '.repeat(5000)}`
    return (await fetch(url, { method: 'POST', body, headers: headersOf({ address }) })).status
  }

  test('those without a file have a share of their own, and short ones need none of it', async () => {
    await hold(32, { address: '10.0.4.1' }, 'Content-Length: 65536', '/api/login')
    expect(await logIn('10.0.4.1', 'long')).toBe(429)
    expect(await logIn('10.0.4.1', 'short')).toBe(400)
    expect(await logIn('10.0.4.2', 'long')).toBe(400)
    expect(await upload({ address: '10.0.4.1' })).toBe('200')
    await hold(2, { address: '10.0.4.2' })
    expect(await logIn('10.0.4.2', 'long')).toBe(400)
  })

  test('short ones of undeclared length count as long ones', async () => {
    await hold(32, { address: '10.0.4.3' }, 'Transfer-Encoding: chunked', '/api/login')
    expect(await logIn('10.0.4.3', 'long')).toBe(429)
  })

  test('all that 64 addresses may begin and leave unfinished keeps no visitor from logging in', async () => {
    for (let last = 0; last < 64; last += 1)
      await hold(32, { address: `10.0.6.${last}` }, 'Content-Length: 65536', '/api/login')
    for (const length of ['short', 'long'] as const) expect(await logIn('10.0.7.1', length), length).toBe(400)
  })

  test('what members only declare keeps nobody out', async () => {
    for (let member = 0; member < 20; member += 1)
      await hold(1, { address: '10.0.5.1', token: await newMember() })
    expect(await upload({ address: '10.0.5.2', token: await newMember() })).toBe('200')
  })

  test('of small ones there may be many', async () => {
    const address = '10.0.2.1'
    await hold(40, { address }, 'Content-Length: 500000')
    expect(await upload({ address })).toBe('200')
  })
})

const never = new Promise<void>(() => undefined)
const by = (whose: string, expected = LARGEST) => ({ whose, isVisitor: false, expected })

test('members together have a limit too, and half of it is for who sends one thing', async () => {
  const whileHeld = createBodyLimit({ one: 2 * LARGEST, all: 20 * LARGEST })
  const hold = (whose: string) =>
    void whileHeld(by(whose), (take) => {
      take(LARGEST)
      return never
    })
  const upload = (whose: string) =>
    whileHeld(by(whose, 1), async (take) => {
      take(1)
      return 'taken'
    })
  for (const whose of ['a', 'b', 'c', 'd', 'e']) {
    hold(whose)
    expect(await upload(whose)).toBe('taken')
    hold(whose)
    await expect(upload(whose)).rejects.toThrow('REQUEST_LIMIT')
  }
  for (const whose of 'fghijklmno') {
    expect(await upload(whose)).toBe('taken')
    hold(whose)
    await expect(upload(whose)).rejects.toThrow('REQUEST_LIMIT')
  }
  await expect(upload('p')).rejects.toThrow('REQUEST_LIMIT')
})

test('visitors together leave room for members', async () => {
  const whileHeld = createBodyLimit({ one: 2 * LARGEST, all: 20 * LARGEST })
  const send = (whose: string, isVisitor: boolean, answer: Promise<unknown>) =>
    whileHeld({ ...by(whose), isVisitor }, (take) => {
      take(LARGEST)
      return answer
    })
  for (let last = 0; last < 10; last += 1) void send(`10.0.3.${last}`, true, never)
  await expect(send('10.0.3.10', true, never)).rejects.toThrow('REQUEST_LIMIT')
  expect(await send('member', false, Promise.resolve('taken'))).toBe('taken')
})

test('what 64 addresses have sent of unfinished bodies keeps a visitor’s long ones out, and no short one', async () => {
  const { fields } = createBodyLimits()
  const send = (whose: string, bytes: number, answer: Promise<unknown>) =>
    fields({ whose, isVisitor: true, expected: bytes }, (take) => {
      take(bytes)
      return answer
    })
  for (let count = 0; count < 64 * 32; count += 1) void send(`10.0.8.${count % 64}`, 2 ** 16, never)
  await expect(send('10.0.9.1', 4097, Promise.resolve())).rejects.toThrow('REQUEST_LIMIT')
  expect(await send('10.0.9.1', 4096, Promise.resolve('taken'))).toBe('taken')
})

test('what is only declared keeps nobody out, and what has come counts until its answer', async () => {
  const whileHeld = createBodyLimit({ one: 2 * LARGEST, all: 20 * LARGEST })
  const takes: ((bytes: number) => void)[] = []
  const answers: (() => void)[] = []
  for (let number = 0; number < 40; number += 1)
    void whileHeld(by(`member ${number}`), (take) => {
      takes.push(take)
      return new Promise<void>((resolve) => answers.push(resolve))
    })
  const upload = () =>
    whileHeld(by('another'), async (take) => {
      take(LARGEST)
      return 'taken'
    })
  for (const take of takes) take(1)
  expect(await upload()).toBe('taken')
  for (const take of takes.slice(0, 19)) take(LARGEST - 1)
  await expect(upload()).rejects.toThrow('REQUEST_LIMIT')
  answers[0]?.()
  // Whoever was answered holds nothing, even if more of his body comes.
  await expect.poll(upload).toBe('taken')
  takes[0]?.(LARGEST)
  expect(await upload()).toBe('taken')
})
