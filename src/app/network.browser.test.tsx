import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { request } from '#api/client.ts'
import type { Call } from '#api/contract/call.ts'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { type Answers, lost, passTime, stillUntil, stubBackend } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { followNetwork } from './network.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  wallet: { amount: 100 },
  slots: [],
}
const gatewayPage = () =>
  new Response('<html><h1>502 Bad Gateway</h1></html>', {
    status: 502,
    headers: { 'Content-Type': 'text/html' },
  })

const queryClient = createQueryClient()
queryClient.mount()
followNetwork()

test.each([
  ['down behind a gateway', gatewayPage, 'down'],
  ['out of reach', () => lost(), 'offline'],
] as const)(
  'a backend that is %s is probed, and the screen’s data fetched again once it is back',
  async (_, meet, connection) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const answers: Answers = { '/api/wallet': meet, '/api/lookup/active': meet }
    const asked = stubBackend(answers)
    const observer = new QueryObserver(queryClient, {
      queryKey: ['screen', connection],
      queryFn: () => request(getWallet, {}),
      meta: { persist: false },
    })
    const stop = observer.subscribe(() => undefined)
    const state = () => store.get(connectionAtom)
    const probes = () => asked.filter(({ path }) => path === '/api/lookup/active').length
    await stillUntil(() => state() === connection)
    expect(probes()).toBe(1)
    // The screen's call is repeated once.
    await passTime(1000)
    await stillUntil(() => observer.getCurrentResult().isError)
    await passTime(9000)
    expect([state(), probes()]).toEqual([connection, 2])

    answers['/api/wallet'] = () => wallet
    answers['/api/lookup/active'] = () => ({ active: true })
    await passTime(10_000)
    await stillUntil(() => observer.getCurrentResult().data?.wallet.amount === 100_00)
    expect(state()).toBe('back')
    stop()
  },
)

test('a probe that hangs gives way to the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  store.set(connectionAtom, 'online')
  const answers: Answers = {
    '/api/wallet': lost,
    '/api/lookup/active': () => new Promise(() => undefined),
  }
  const asked = stubBackend(answers)
  const probes = () => asked.filter(({ path }) => path === '/api/lookup/active').length
  await request(getWallet, {}).catch(() => undefined)
  await passTime(10_000)
  expect([store.get(connectionAtom), probes()]).toEqual(['offline', 1])
  await passTime(10_000)
  expect(probes()).toBe(2)
  answers['/api/lookup/active'] = () => ({ active: true })
  await passTime(10_000)
  await stillUntil(() => store.get(connectionAtom) === 'back')
})

test('calls that fail while the backend answers others are asked about once, and are not repeated for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  store.set(connectionAtom, 'online')
  const asked = stubBackend({
    '/api/wallet': gatewayPage,
    '/api/lookup/withdraw': lost,
    // Later than the calls that fail together.
    '/api/lookup/active': async () => {
      await new Promise(requestAnimationFrame)
      return { active: true }
    },
  })
  const states: string[] = []
  const stopStates = store.sub(connectionAtom, () => states.push(store.get(connectionAtom)))
  const observers = [getWallet, lookupWithdraw].map(
    (call) =>
      new QueryObserver(queryClient, {
        queryKey: ['alone', call.id],
        queryFn: () => request<Call>(call, {}),
        meta: { persist: false },
      }),
  )
  const stops = observers.map((one) => one.subscribe(() => undefined))
  const times = (path: string) => asked.filter((one) => one.path === path).length
  await stillUntil(() => times('/api/lookup/active') === 1)
  await passTime(1000)
  await stillUntil(() => observers.every((one) => one.getCurrentResult().isError))
  await passTime(60_000)
  expect(states).toEqual([])
  expect([times('/api/wallet'), times('/api/lookup/withdraw')]).toEqual([2, 2])
  // Both calls failed together, twice: each time one probe was sent.
  expect(times('/api/lookup/active')).toBe(2)
  for (const stop of [...stops, stopStates]) stop()
})
