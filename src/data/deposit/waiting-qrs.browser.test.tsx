import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import type { QrRecord } from '#api/contract/qrcode.ts'
import { store } from '#lib/store.ts'
import { busyAtom, isBusy } from '#data/session/busy.ts'
import { qrQueryOptions } from './qr-queries.ts'
import { followMoney } from '#data/wallet/money-watch.ts'
import { endSession, signIn } from '#data/session/session.ts'
import { type Asked, stubBackend } from '#components/test-screen.tsx'
import { followQrs, waitingQrsAtom } from './waiting-qrs.ts'

const now = Date.parse('2026-01-05T03:00:00Z')
const qr = (left: number, amount = 100) =>
  ({
    hasQrcode: true,
    qrcodeId: `q${amount}`,
    qrcode: '',
    amount,
    expireIn: now + left,
    message: '',
  }) as const
const none = { hasQrcode: false, message: '' } as const

let client: QueryClient
let asked: Asked[]
let atServer: Partial<Record<QrChannel, QrRecord>>
const put = (channel: QrChannel, record: QrRecord) =>
  client.setQueryData(qrQueryOptions(channel).queryKey, record)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const told = () => store.get(waitingQrsAtom).map(({ channel, left }) => [channel, left])

beforeEach(() => {
  vi.useFakeTimers({ now })
  signIn('token-1', false)
  atServer = {}
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  asked = stubBackend({
    '/api/qrcode/KBANK': () => atServer.KBANK ?? none,
    '/api/qrcode/WW': () => atServer.WW ?? none,
  })
  followMoney(client)
  followQrs(client)
})
afterEach(() => {
  endSession()
  client.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('without a QR there are no calls and no timer', async () => {
  await pass(60_000)
  expect(asked).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  expect(isBusy()).toBe(false)
})

test('several QRs count down side by side, and the app is busy until the last has expired', async () => {
  const changes: boolean[] = []
  const stop = store.sub(busyAtom, () => changes.push(isBusy()))
  atServer = { KBANK: qr(90_000), WW: qr(2500, 50) }
  put('KBANK', qr(90_000))
  put('WW', qr(2500, 50))
  await pass(0)
  await expect.poll(told).toEqual([
    ['KBANK', 90_000],
    ['WW', 2500],
  ])
  await pass(1000)
  await expect.poll(told).toEqual([
    ['KBANK', 89_000],
    ['WW', 1500],
  ])
  await pass(1500)
  await expect.poll(() => told().map(([channel]) => channel)).toEqual(['KBANK'])
  await expect.poll(isBusy).toBe(true)
  await pass(87_500)
  expect(told()).toEqual([])
  expect(changes).toEqual([true, false])
  stop()
})

test('the server is polled: a paid QR ends, and the money is refetched', async () => {
  atServer.KBANK = qr(600_000)
  put('KBANK', qr(600_000))
  await pass(25_000)
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/api/qrcode/KBANK']))
  await expect.poll(isBusy).toBe(true)
  client.setQueryData(['wallet'], {})
  atServer.KBANK = none
  await pass(10_000)
  while (told().length > 0) await pass(0)
  expect(isBusy()).toBe(false)
  expect(client.getQueryState(['wallet'])?.isInvalidated).toBe(true)
})

test('a cancelled QR ends at once', async () => {
  put('KBANK', qr(600_000))
  await pass(0)
  await expect.poll(isBusy).toBe(true)
  put('KBANK', none)
  await pass(0)
  expect(isBusy()).toBe(false)
})

test('open QRs end with the session, and the next member’s QRs are followed', async () => {
  put('KBANK', qr(600_000))
  client.setQueryData(['wallet'], {})
  await pass(0)
  endSession()
  expect(isBusy()).toBe(false)
  // No more calls are made for the previous member.
  expect(client.getQueryState(['wallet'])?.isInvalidated).toBe(false)
  client.clear()
  asked.length = 0
  await pass(60_000)
  expect(asked).toEqual([])
  signIn('token-2', false)
  followQrs(client)
  expect(told()).toEqual([])
  put('WW', qr(600_000))
  await pass(0)
  await expect.poll(() => told().map(([channel]) => channel)).toEqual(['WW'])
})
