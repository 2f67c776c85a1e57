import { afterEach, expect, test, vi } from 'vitest'
import { request } from './client.ts'
import { lookupActive } from './contract/lookup.ts'
import { transfer } from './contract/wallet.ts'
import { takeEarlyAnswer } from './early-answer.ts'
import { dropToken, keepToken } from './token.ts'

const address = '/api/lookup/active'
const signal = new AbortController().signal
const early = (token?: string) => {
  globalThis.champaEarly = [{ address, token, answer: Promise.resolve(Response.json({ active: false })) }]
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  globalThis.champaEarly = undefined
  dropToken()
})

test('a call made before the app had loaded is not repeated', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ active: true }))
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(performance, 'now').mockReturnValue(14_999)
  early()
  expect(await request(lookupActive, {})).toEqual({ active: false })
  expect(fetched).not.toHaveBeenCalled()
  expect(await request(lookupActive, {})).toEqual({ active: true })
})

test.each([
  ['an older answer is no answer of now', 15_001, undefined],
  ['another member’s answer is nobody’s', 100, 'token-of-another'],
])('%s', (_, age, token) => {
  vi.spyOn(performance, 'now').mockReturnValue(age)
  early(token)
  expect(takeEarlyAnswer(address, undefined, signal)).toBeUndefined()
  expect(globalThis.champaEarly ?? []).toEqual([])
})

test('an operation discards answers that were asked for before it', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json({ message: 'SUCCESS' })),
  )
  keepToken('token-1', 'session')
  early('token-1')
  await request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 5 } })
  expect(globalThis.champaEarly ?? []).toEqual([])
})

test('an abort does not wait for the answer', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1)
  globalThis.champaEarly = [{ address, token: undefined, answer: new Promise(() => undefined) }]
  const controller = new AbortController()
  const answer = takeEarlyAnswer(address, undefined, controller.signal)
  controller.abort(new Error('left'))
  await expect(answer).rejects.toThrow('left')
})

test('a body that never ends does not outlast the abort', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1)
  globalThis.champaEarly = [
    { address, token: undefined, answer: Promise.resolve(new Response(new ReadableStream())) },
  ]
  const controller = new AbortController()
  const body = takeEarlyAnswer(address, undefined, controller.signal)?.then((answer) => answer.text())
  controller.abort(new Error('left'))
  await expect(body).rejects.toThrow('left')
})
