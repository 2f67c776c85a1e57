import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { createQueryClient } from '#app/query-client.ts'
import { depositLookupQueryOptions, withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { spinSetupQueryOptions, spunCoinsQueryOptions } from '#data/rewards/spin-queries.ts'
import { type Asked, stubBackend } from '#components/test-screen.tsx'
import { useCoins } from '#data/rewards/use-coins.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { recordCall } from '#lib/network/reachability.ts'
import { followClock } from './follow-clock.ts'

const hour = 60 * 60_000
const wallet = (coin: number) => ({
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z', coin },
  wallet: { amount: 100 },
  slots: [],
})

const queryClient = createQueryClient()
let asked: Asked[]
let stops: (() => void)[] = []
const asks = (path: string) => asked.filter((one) => one.path === path).length
const setBack = () => vi.setSystemTime(Date.now() - 5 * hour)
const wake = () => document.dispatchEvent(new Event('visibilitychange'))

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  followClock(queryClient)
})
afterAll(() => void vi.useRealTimers())
beforeEach(() => {
  asked = stubBackend({
    '/api/lookup/deposit': () => ({}),
    '/api/lookup/withdraw': () => ({}),
    '/api/wallet': () => wallet(3),
  })
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Shows the ways to deposit, with the member's limits for withdrawals known from before. */
async function show(): Promise<void> {
  queryClient.setQueryData(withdrawLimitsQueryOptions.queryKey, {} as never)
  stops.push(new QueryObserver(queryClient, depositLookupQueryOptions).subscribe(() => undefined))
  await vi.waitUntil(() => queryClient.getQueryData(depositLookupQueryOptions.queryKey))
}

test.each([
  ['seen again', wake],
  ['restored by Back', () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow'))],
  ['looking at the time by itself', () => vi.advanceTimersByTime(15_000)],
  ['answered', () => recordCall('answered', 0)],
])(
  'after the phone’s clock was set back, a page that is %s refetches what it shows and trusts nothing else',
  async (_, notices) => {
    await show()
    wake()
    const stateOf = (options: typeof depositLookupQueryOptions | typeof withdrawLimitsQueryOptions) =>
      queryClient.getQueryCache().find({ queryKey: options.queryKey })
    expect(stateOf(withdrawLimitsQueryOptions)?.isStaleByTime(hour)).toBe(false)
    expect(asks('/api/lookup/deposit')).toBe(1)
    setBack()
    notices()
    await vi.waitUntil(() => asks('/api/lookup/deposit') === 2)
    expect(stateOf(withdrawLimitsQueryOptions)?.isStaleByTime(hour)).toBe(true)
    expect(asks('/api/lookup/withdraw')).toBe(0)
    // Its age is what it was.
    const age = Date.now() - (stateOf(withdrawLimitsQueryOptions)?.state.dataUpdatedAt ?? 0)
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(60_000)
    // Once for each jump.
    wake()
    await vi.waitUntil(() => !queryClient.isFetching())
    expect(asks('/api/lookup/deposit')).toBe(2)
  },
)

test('coins that are read after the clock was set back count, and not those of an earlier spin or wheel', async () => {
  queryClient.setQueryData(spinSetupQueryOptions.queryKey, { result: { userCoin: 1 } })
  queryClient.setQueryData(spunCoinsQueryOptions.queryKey, 0)
  const { result } = await renderHook(() => useCoins(), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await vi.waitUntil(() => queryClient.getQueryData(walletQueryOptions.queryKey))
  queryClient.setQueryData(spunCoinsQueryOptions.queryKey, 0)
  await vi.waitUntil(() => result.current === 0)
  setBack()
  wake()
  await vi.waitUntil(() => asks('/api/wallet') === 2)
  await expect.poll(() => result.current).toBe(3)
})
