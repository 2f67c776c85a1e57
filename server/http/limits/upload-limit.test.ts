import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { gifOf } from '../../files/test-pictures.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'
import { RawSocket } from '../../realtime/test-raw-socket.ts'
import { createUploadLimit } from './upload-limit.ts'

/** The body of the largest upload, in bytes. */
const LARGEST = 22 * 2 ** 20

interface From {
  address: string
  token?: string
}

describeOnOne('uploads whose last byte does not come', (open) => {
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

  async function hold(times: number, from: From, length = `Content-Length: ${LARGEST}`): Promise<void> {
    const sockets = Array.from({ length: times }, () => new RawSocket(port))
    held.push(...sockets)
    const head = [
      'POST /api/chat/upload-video HTTP/1.1',
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

  test('of small ones there may be many', async () => {
    const address = '10.0.2.1'
    await hold(40, { address }, 'Content-Length: 500000')
    expect(await upload({ address })).toBe('200')
  })

  test('visitors together leave room for members', async () => {
    for (const last of [1, 2, 3, 4, 5]) await hold(2, { address: `10.0.3.${last}` })
    expect(await upload({ address: '10.0.3.6' })).toBe('429 REQUEST_LIMIT')
    expect(await upload({ address: '10.0.3.6', token: await newMember() })).toBe('200')
  })
})

test('members together have a limit too, and half of it is for who sends one thing', async () => {
  const whileHeld = createUploadLimit()
  const never = new Promise<void>(() => undefined)
  const hold = (whose: string) => void whileHeld({ whose, isVisitor: false, bytes: LARGEST }, () => never)
  const upload = (whose: string) =>
    whileHeld({ whose, isVisitor: false, bytes: 1 }, () => Promise.resolve('taken'))
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
