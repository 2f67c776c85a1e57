import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { addressOf, request } from './client.ts'
import { login } from './contract/login.ts'
import { clearBonus } from './contract/bonus.ts'
import { autoLogin } from './contract/auto-login.ts'
import { sendChatMessage, uploadChatImage, uploadChatVideo } from './contract/chat.ts'
import { lookupActive, lookupBanks } from './contract/lookup.ts'
import { receiveRefund } from './contract/refund.ts'
import { getWallet, transfer } from './contract/wallet.ts'
import { uploadSlip } from './contract/slip.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { isServerTimeKnown, resetServerClock, serverNow } from '#lib/dates/clock.ts'
import { lastCallAtom } from '#lib/network/reachability.ts'
import { store } from '#lib/store.ts'
import { dropToken, keepToken } from './token.ts'

const fetched = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) =>
  fetched.mockResolvedValue(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
const failing = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as ApiError,
  )
const credentials = { body: { username: '0812345678', password: 'river1234' } }
const money = { body: { from: 'WALLET', to: 'PG', amount: 50_25 } }
const sent = () => {
  const [address, init] = fetched.mock.calls[0] ?? []
  return { address, init, headers: init?.headers as Headers }
}

beforeEach(() => {
  noteExtensions('keys')
  keepToken('token-1', 'session')
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetched.mockReset()
  dropToken()
})

describe('what is sent', () => {
  test('has the client’s name, the token and the idempotency key', async () => {
    answer({ message: 'SUCCESS' })
    await request(transfer, { ...money, key: 'key-1' })
    const { address, init, headers } = sent()
    expect(address).toBe('/api/wallet/transfer')
    expect(Object.fromEntries(headers)).toMatchObject({
      authorization: 'Bearer token-1',
      'x-requester-type': 'WALLET_USER',
      'idempotency-key': 'key-1',
      'content-type': 'application/json',
    })
    expect(init).toMatchObject({
      method: 'POST',
      cache: 'no-store',
      body: '{"from":"WALLET","to":"PG","amount":50.25}',
    })
  })

  test('names the app’s language, for a frame that has no cookie', async () => {
    for (const lang of ['th', 'lo', 'en']) {
      vi.stubGlobal('document', { documentElement: { lang } })
      answer({ token: 'token-1' })
      await request(login, credentials)
      expect(new Headers(fetched.mock.lastCall?.[1]?.headers).get('accept-language')).toBe(lang)
    }
  })

  test('a visitor sends no token, and a read sends no key', async () => {
    dropToken()
    answer({ token: 'token-1' })
    await request(login, credentials)
    expect(sent().headers.has('authorization')).toBe(false)
    expect(sent().headers.has('idempotency-key')).toBe(false)
  })

  test('what the screens of an ended session still ask for is not sent', async () => {
    dropToken()
    for (const call of [() => request(getWallet, {}), () => request(transfer, money)])
      expect(await failing(call())).toMatchObject({ code: 'UNAUTHORIZED', outcomeUnknown: false })
    expect(fetched).not.toHaveBeenCalled()
  })

  test('a file is sent as form data', async () => {
    answer({ reference: 'R1' })
    const file = new Blob(['slip'], { type: 'image/png' })
    await request(uploadSlip, { file })
    expect(sent().init?.body).toBeInstanceOf(FormData)
    expect(sent().headers.has('content-type')).toBe(false)
  })

  test('parameters are encoded, and an optional one may be missing', () => {
    expect(addressOf(autoLogin, { game: 'pg', username: 'a/b c' })).toBe('/api/autoLogin/pg/a%2Fb%20c')
    expect(addressOf(autoLogin, { game: 'pg', username: 'a', password: '?' })).toBe('/api/autoLogin/pg/a/%3F')
    expect(() => addressOf(autoLogin, { game: 'pg' })).toThrow('username')
  })

  const written = { message: { message_type: 'text' as const, payload: { text: 'hello' } } }
  test.each([
    ['that changes something', () => request(transfer, money)],
    ['that writes something', () => request(sendChatMessage, { body: written })],
  ])('a call %s is not sent while offline', async (_, send) => {
    vi.stubGlobal('navigator', { onLine: false })
    const error = await failing(send())
    expect(error).toMatchObject({ kind: 'offline', sent: false, outcomeUnknown: false })
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('what comes back', () => {
  test('is checked against the contract: unknown fields are left out, broken rows dropped', async () => {
    answer([{ code: 'KBANK', nameTH: 'กสิกรไทย', extra: 1 }, { code: 7 }])
    expect(await request(lookupBanks, {})).toEqual([{ code: 'KBANK', nameTH: 'กสิกรไทย', nameEN: '' }])
  })

  test('a broken one is logged with the path of its first wrong field', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    answer({ profile: {} })
    expect(await failing(request(getWallet, {}))).toMatchObject({ kind: 'broken' })
    expect(logged.mock.calls).toEqual([['Broken reply 200: getWallet profile._id']])
  })

  test('a refusal keeps its code and the server’s text', async () => {
    answer({ message: 'MONEY_NOT_ENOUGH' }, 400)
    const error = await failing(request(transfer, money))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      kind: 'refused',
      code: 'MONEY_NOT_ENOUGH',
      status: 400,
      outcomeUnknown: false,
    })
    answer({ message: 'Closed on Songkran' }, 400)
    expect(await failing(request(transfer, money))).toMatchObject({ text: 'Closed on Songkran' })
  })

  test('money is decoded to satang', async () => {
    answer({ message: 'SUCCESS', amount: 50.25 }, 200)
    expect(await request(transfer, money)).toEqual({ message: 'SUCCESS', amount: 50_25 })
  })

  test('fractions of a satang are not sent, and make an answer broken', async () => {
    fetched.mockClear()
    await expect(request(transfer, { body: { ...money.body, amount: 50.25 } })).rejects.toThrow(RangeError)
    expect(fetched).not.toHaveBeenCalled()
    answer({ message: 'SUCCESS', amount: 50.255 }, 200)
    expect(await failing(request(transfer, money))).toMatchObject({ kind: 'broken', outcomeUnknown: true })
  })

  test.each([
    ['gone', 403],
    ['Gone', 410],
    ['GONE', 200],
  ])('the site is gone however it is written, whatever the status: %s, %d', async (message, status) => {
    const gone = { kind: 'refused', code: 'GONE', status, outcomeUnknown: false }
    // A new response each time: a body is read once.
    fetched.mockImplementation(async () => Response.json({ message }, { status }))
    expect(await failing(request(lookupBanks, {}))).toMatchObject(gone)
    expect(await failing(request(transfer, money))).toMatchObject(gone)
    expect(await failing(request(clearBonus, {}))).toMatchObject(gone)
  })

  test.each([
    ['a reply of another shape', { tokens: 1 }, 200],
    ['a page that refuses', '<html>Too large</html>', 413],
    ['JSON cut midway', '{"token":"tok', 200],
    ['a failure that says nothing', {}, 500],
    ['nothing', '', 200],
    ['null', null, 200],
  ])('%s is a broken answer', async (_, body, status) => {
    answer(body, status)
    expect(await failing(request(login, credentials))).toMatchObject({
      kind: 'broken',
      code: 'INTERNAL_SERVER_ERROR',
      outcomeUnknown: true,
    })
  })

  test.each([
    ['a hotel’s sign-in', () => new Response('\n<html>Welcome</html>'), true],
    ['a network that wants a sign-in', () => new Response('<html>', { status: 511 }), false],
    [
      'a way elsewhere',
      () =>
        Object.create(Response.error(), {
          type: { value: 'opaqueredirect' },
          status: { value: 0 },
        }) as Response,
      false,
    ],
  ])('%s instead of the backend counts as no connection', async (_, page, sent) => {
    fetched.mockImplementation(async () => page())
    expect(await failing(request(transfer, money))).toMatchObject({
      kind: 'offline',
      sent,
      outcomeUnknown: sent,
    })
  })

  test.each([
    ['a gateway’s page', '<html>Bad gateway</html>', 502, 'down'],
    ['a gateway’s empty answer', '', 503, 'down'],
    ['a page of the backend’s own', '<html>Oops</html>', 500, 'answered'],
    ['the backend’s own refusal', { message: 'INTERNAL_SERVER_ERROR' }, 503, 'answered'],
  ])(
    '%s says nothing of the phone’s connection, and leaves the outcome unknown',
    async (_, body, status, result) => {
      const logged = vi.spyOn(console, 'error').mockReturnValue()
      answer(body, status)
      expect(await failing(request(transfer, money))).toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        status,
        outcomeUnknown: true,
      })
      expect(store.get(lastCallAtom)).toMatchObject({ result })
      const isBroken = typeof body === 'string'
      expect(logged.mock.calls).toEqual(isBroken ? [[`Broken reply ${status}: transfer message`]] : [])
    },
  )

  test.each([
    ['a gateway’s', false, '<html>Bad gateway</html>', 502],
    ['the backend’s', true, '{"message":"INTERNAL_SERVER_ERROR"}', 503],
  ])('%s answer teaches the server’s clock: %s', async (_, isLearnt, body, status) => {
    resetServerClock()
    const anHourOn = new Date(Date.now() + 60 * 60_000).toUTCString()
    fetched.mockResolvedValue(new Response(body, { status, headers: { Date: anHourOn } }))
    await failing(request(transfer, money))
    expect(isServerTimeKnown()).toBe(isLearnt)
    expect(serverNow() - Date.now() > 30 * 60_000).toBe(isLearnt)
    resetServerClock()
  })

  test('a refusal for a session that has ended meanwhile is marked', async () => {
    fetched.mockImplementation(async () => {
      dropToken()
      return new Response(JSON.stringify({ message: 'UNAUTHORIZED' }), { status: 401 })
    })
    expect(await failing(request(transfer, money))).toMatchObject({ formerSession: true })
  })

  test('an answer for a member who has signed out is dropped; an operation’s outcome is still reported', async () => {
    fetched.mockImplementation(async () => {
      keepToken('token-2', 'session')
      return new Response(JSON.stringify({ message: 'SUCCESS' }))
    })
    expect(await failing(request(getWallet, {}))).toMatchObject({ formerSession: true })
    keepToken('token-1', 'session')
    expect(await request(transfer, money)).toEqual({ message: 'SUCCESS' })
  })
})

test.each<[string, typeof fetch]>([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ...[408, 409, 425, 429, 500, 502, 503, 504].map((status): [string, typeof fetch] => [
    `${status}`,
    async () => Response.json({ message: 'NO_DATA' }, { status }),
  ]),
])('whatever happens to a call, it is sent only once: %s', async (_, meet) => {
  // A GET can move money too: `receiveRefund` is one.
  for (const call of [() => request(getWallet, {}), () => request(receiveRefund, { params: {} })]) {
    fetched.mockReset().mockImplementation(meet)
    expect(await failing(call())).toBeInstanceOf(ApiError)
    expect(fetched).toHaveBeenCalledTimes(1)
  }
})

test('what a call showed of the connection is recorded, and whether it was the probe', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await failing(request(getWallet, {}))
  expect(store.get(lastCallAtom)).toMatchObject({ result: 'offline', isProbe: false })
  await failing(request(lookupActive, {}))
  expect(store.get(lastCallAtom)).toMatchObject({ result: 'offline', isProbe: true })
  answer({ active: true })
  await request(lookupActive, {})
  expect(store.get(lastCallAtom)).toMatchObject({ result: 'answered', isProbe: true })
})

describe('when no answer comes', () => {
  test('a lost connection leaves the outcome unknown', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failing(request(transfer, money))).toMatchObject({ kind: 'offline', outcomeUnknown: true })
  })

  const file = new Blob(['slip'], { type: 'image/png' })
  test.each([
    ['an operation', 60, () => request(transfer, money)],
    ['a slip', 300, () => request(uploadSlip, { file })],
    ['a picture in the chat', 300, () => request(uploadChatImage, { file })],
    ['a film in the chat', 300, () => request(uploadChatVideo, { file })],
  ])('%s times out after %d seconds', async (_what, seconds, send) => {
    vi.useFakeTimers()
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        }),
    )
    const failed = failing(send())
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(sent().init?.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({ kind: 'timeout', outcomeUnknown: true })
  })

  describe('a body that stops midway', () => {
    const stopped: typeof fetch = async (_, init) =>
      new Response(
        new ReadableStream({
          start(body) {
            body.enqueue(new TextEncoder().encode('{"message":"SUC'))
            init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason))
          },
        }),
      )

    test('times out after 60 seconds', async () => {
      vi.useFakeTimers()
      fetched.mockImplementation(stopped)
      const failed = failing(request(transfer, money))
      await vi.advanceTimersByTimeAsync(59_999)
      expect(sent().init?.signal?.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await failed).toMatchObject({ kind: 'timeout', outcomeUnknown: true })
    })

    test('does not hold up an abort', async () => {
      const controller = new AbortController()
      fetched.mockImplementation(async (...given) => {
        setTimeout(() => controller.abort(new Error('left the page')))
        return stopped(...given)
      })
      const error = await failing(request(lookupBanks, { signal: controller.signal }))
      expect(error).toMatchObject({ message: 'left the page' })
    })
  })

  test('an abort rejects with the caller’s own reason', async () => {
    const controller = new AbortController()
    fetched.mockImplementation(async () => {
      controller.abort(new Error('left the page'))
      throw new DOMException('aborted', 'AbortError')
    })
    const error = await failing(request(lookupBanks, { signal: controller.signal }))
    expect(error).not.toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ message: 'left the page' })
  })
})
