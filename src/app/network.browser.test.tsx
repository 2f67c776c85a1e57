import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { request } from '#api/client.ts'
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
followNetwork(queryClient)

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
    await stillUntil(() => state() === connection)
    await stillUntil(() => observer.getCurrentResult().isError)
    await passTime(10_000)
    expect(asked.some(({ path }) => path === '/api/lookup/active')).toBe(true)
    expect(state()).toBe(connection)

    answers['/api/wallet'] = () => wallet
    answers['/api/lookup/active'] = () => ({ active: true })
    await passTime(10_000)
    await stillUntil(() => observer.getCurrentResult().data?.wallet.amount === 100_00)
    expect(state()).toBe('back')
    stop()
  },
)
