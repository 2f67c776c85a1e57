import { afterEach, expect, test, vi } from 'vitest'
import { request } from './client.ts'
import { lookupActive } from './contract/lookup.ts'
import { transfer } from './contract/wallet.ts'
import { takeEarlyAnswer } from './early-answer.ts'

const address = '/api/lookup/active'
const signal = new AbortController().signal
const early = (token?: string) => {
  globalThis.champaEarly = [{ address, token, answer: Promise.resolve(Response.json({ active: false })) }]
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  globalThis.champaEarly = undefined
})

test('what the page asked before the app was there is asked once', async () => {
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

test('after an operation nothing that was asked before it counts', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json({ message: 'SUCCESS' })),
  )
  early()
  await request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 5 } })
  expect(globalThis.champaEarly ?? []).toEqual([])
})

test('who no longer wants it is not kept waiting', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1)
  globalThis.champaEarly = [{ address, token: undefined, answer: new Promise(() => undefined) }]
  const controller = new AbortController()
  const answer = takeEarlyAnswer(address, undefined, controller.signal)
  controller.abort(new Error('left'))
  await expect(answer).rejects.toThrow('left')
})
