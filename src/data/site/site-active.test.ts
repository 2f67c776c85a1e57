import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { mayHaveExtension } from './may-have-extension.ts'
import { isSiteActive } from './site-active.ts'
import { siteActiveQueryOptions } from './site-config-queries.ts'

let client: QueryClient
let answer: (active: boolean) => void
let fail: () => void
const asked = vi.fn<() => Promise<{ active: boolean }>>()
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  asked.mockReset().mockReturnValue(
    new Promise((resolve, reject) => {
      answer = (active) => resolve({ active })
      fail = () => reject(new Error('no line'))
    }),
  )
  vi.spyOn(client, 'fetchQuery').mockImplementation(asked)
  noteExtensions('')
})
afterEach(() => {
  vi.useRealTimers()
  noteExtensions('')
})

test('the sign-in is told whether the site is open, and is asked once', async () => {
  const late = vi.fn<() => void>()
  const isActive = isSiteActive(client, late)
  answer(false)
  expect(await isActive).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(late).not.toHaveBeenCalled()
  expect(siteActiveQueryOptions.retry).toBe(false)
})

test.each([
  [true, 0],
  [false, 1],
])(
  'without an answer in 2.5 s it counts as open; one that comes later and says %j is told %i times',
  async (active, times) => {
    const late = vi.fn<() => void>()
    const isActive = isSiteActive(client, late)
    await vi.advanceTimersByTimeAsync(2500)
    expect(await isActive).toBe(true)
    answer(active)
    await vi.advanceTimersByTimeAsync(0)
    expect(late).toHaveBeenCalledTimes(times)
  },
)

test('an extension may be there until the backend has answered without it', async () => {
  const unanswered = mayHaveExtension(client, 'passkeys')
  await vi.advanceTimersByTimeAsync(2500)
  expect(await unanswered).toBe(true)
  answer(true)
  expect(await mayHaveExtension(client, 'passkeys')).toBe(false)
  noteExtensions('passkeys')
  expect(await mayHaveExtension(client, 'passkeys')).toBe(true)
})

test('a question that fails is no answer', async () => {
  const isActive = isSiteActive(client, () => undefined)
  fail()
  expect(await isActive).toBe(true)
})
