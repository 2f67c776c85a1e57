import { hashKey, QueryClient, type QueryKey, type QueryMeta } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { qrChannels } from '#api/contract/qr-channels.ts'
import { maxKeptMs } from '#lib/network/cache-buster.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { rawStorage } from '#lib/storage.ts'
import { persistQueries } from './query-persistence.ts'
import { qrQueryOptions } from '#data/deposit/qr-queries.ts'
import { endSession, signIn } from '#data/session/session.ts'
import {
  chatWidgetQueryOptions,
  depositLookupQueryOptions,
  infoQueryOptions,
  withdrawLimitsQueryOptions,
} from '#data/site/site-config-queries.ts'
import { spinActiveQueryOptions } from '#data/rewards/spin-queries.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'

const statement = statementQueryOptions()
const info = infoQueryOptions
const site = { name: 'Champa', website: '' }
const page = {
  total: 1,
  statements: [
    {
      statementType: 'deposit' as const,
      from: '',
      to: 'WALLET',
      status: 'SUCCESS',
      createdAt: '2026-01-02T03:04:05Z',
      amount: 100,
      description: '',
      reference: '',
      channel: '',
      fromEnding: '',
      toEnding: '',
      note: '',
    },
  ],
}
const wallet = {
  profile: {
    _id: 'M1',
    username: '0812345678',
    name: 'Noi',
    coin: 5,
    createdAt: '2026-01-01T00:00:00Z',
    bankCode: 'KTB',
    bankAccountName: 'NOI',
    bankAccountNo: '1234567890',
  },
  bankAccount: null,
  wallet: { amount: 1000_10 },
  invite: { amount: 0, success: '', fail: '' },
  slots: [
    {
      code: 'PG',
      name: 'Naga',
      logo: '',
      background: '',
      category: 'slot' as const,
      amount: 234_40,
      isActive: true,
      web: '',
      android: '',
      ios: '',
    },
  ],
}
const waitingQr = {
  // The keys are in another order than in the contract.
  amount: 100,
  hasQrcode: true,
  qrcodeId: 'Q1',
  qrcode: '<svg/>',
  expireIn: 1_800_000_000_000,
  message: '',
}
const samples: [options: { queryKey: QueryKey; meta?: QueryMeta }, data: unknown][] = [
  [walletQueryOptions, wallet],
  [statement, page],
  ...qrChannels.map((channel) => [qrQueryOptions(channel), waitingQr] as [{ queryKey: QueryKey }, unknown]),
  [spinActiveQueryOptions, { active: true }],
  [info, site],
  [chatWidgetQueryOptions, { enabled: true }],
  [depositLookupQueryOptions, { banks: [], wallets: [], isManual: true }],
  [withdrawLimitsQueryOptions, { withdrawMin: 100, withdrawMax: 5000 }],
]

const memberItems = [storageKeys.queryCache, storageKeys.userInfo, storageKeys.lastSync]
const item = (key = storageKeys.queryCache as (typeof memberItems)[number]) => rawStorage().getItem(key)
const leave = () => globalThis.dispatchEvent(new Event('pagehide'))
const opened = async () => {
  const queryClient = new QueryClient()
  await persistQueries(queryClient)
  return queryClient
}
/** Stores a reply for the query as of `updatedAt`. */
async function answer(
  client: QueryClient,
  options: { queryKey: QueryKey; meta?: QueryMeta },
  data: unknown,
  updatedAt = Date.now(),
) {
  const { queryKey, meta } = options
  const clock = vi.spyOn(Date, 'now').mockReturnValue(updatedAt)
  await client.fetchQuery({ queryKey, meta, queryFn: () => data })
  clock.mockRestore()
}
/** Closes the page and opens the app again in the same browser. */
const again = (token = 'token-1') => {
  const kept = memberItems.map((key) => [key, item(key)] as const)
  signIn(token, true)
  for (const [key, text] of kept) if (text !== null) rawStorage().setItem(key, text)
  return opened()
}

beforeEach(() => signIn('token-1', true))
afterEach(() => {
  vi.useRealTimers()
  endSession()
})

test('every persisted query is there when the app opens again, with its age', async () => {
  const first = await opened()
  const heardAt = Date.now() - 60_000
  for (const [options, data] of samples) await answer(first, options, data, heardAt)
  leave()
  const second = await again()
  for (const [{ queryKey }, data] of samples) {
    expect(second.getQueryState(queryKey), hashKey(queryKey)).toMatchObject({
      data,
      dataUpdatedAt: heardAt,
      status: 'success',
    })
  }
  expect(second.getQueryCache().getAll()).toHaveLength(samples.length)
})

test('every query marked as persisted is restored', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../**/*-queries.ts', { eager: true })
  const sources = import.meta.glob<string>('../**/*-queries.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const declaring = Object.keys(sources).filter((path) => sources[path]?.includes('persisted('))
  const kept = samples.map(([{ queryKey }]) => hashKey(queryKey))
  for (const path of declaring) {
    const own = Object.values(modules[path] ?? {}).flatMap((value) => {
      const { queryKey, meta } = (value ?? {}) as { queryKey?: QueryKey; meta?: { persist?: object } }
      return queryKey && meta?.persist ? [hashKey(queryKey)] : []
    })
    expect(kept, path).toEqual(expect.arrayContaining(own))
  }
  expect(declaring.toSorted()).toEqual([
    './deposit/qr-queries.ts',
    './rewards/spin-queries.ts',
    './site/site-config-queries.ts',
    './wallet/statement-queries.ts',
    './wallet/wallet-queries.ts',
  ])
})

test('other queries are not stored: further pages of the statement and filtered ones', async () => {
  const first = await opened()
  await answer(first, statement, page)
  await answer(first, statementQueryOptions({ page: 2 }), page)
  await answer(first, statementQueryOptions({ page: 2, before: 'c' }), page)
  await answer(first, statementQueryOptions({ page: 1 }, { statementTypes: ['deposit'] }), page)
  leave()
  const second = await again()
  expect(second.getQueryCache().getAll()).toHaveLength(1)
})

test('the stored wallet has the fields that the shell reads: the reply in wire format, its owner, age and total', async () => {
  await answer(await opened(), walletQueryOptions, wallet, Date.UTC(2026, 0, 2, 3, 4, 5))
  await expect.poll(() => item(storageKeys.userInfo)).not.toBeNull()
  expect(JSON.parse(item(storageKeys.userInfo) ?? '')).toEqual({
    ...wallet,
    wallet: { amount: 1000.1 },
    slots: [{ ...wallet.slots[0], amount: 234.4 }],
    balance: 1234_50,
    keptFor: expect.stringMatching(/^\w+ \d+\.\d+\.\d+ \S+$/u),
    asOf: '02/01/2026 10:04:05',
  })
  expect(item(storageKeys.lastSync)).toBe(`${Date.UTC(2026, 0, 2, 3, 4, 5)}`)
  expect(item()).toBeNull()
})

test('data stored by a release that counted in baht is read exactly to the satang', async () => {
  const first = await opened()
  await answer(first, walletQueryOptions, wallet)
  await answer(first, statement, page)
  leave()
  const { balance: _, ...former } = JSON.parse(item(storageKeys.userInfo) ?? '') as { balance: number }
  rawStorage().setItem(storageKeys.userInfo, JSON.stringify(former))
  expect(item()).toContain('"amount":1,')
  const second = await again()
  expect(second.getQueryData(walletQueryOptions.queryKey)).toEqual(wallet)
  expect(second.getQueryData(statement.queryKey)).toEqual(page)
})

test('replies in quick succession are written once, within about a second', async () => {
  vi.useFakeTimers()
  const first = await opened()
  const write = vi.spyOn(Storage.prototype, 'setItem')
  await answer(first, statement, page)
  await answer(first, info, site)
  expect(write).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1500)
  expect(item()).toContain('Champa')
  expect(item()).toContain('WALLET')
  await expect.poll(() => write).toHaveBeenCalledTimes(1)
  write.mockRestore()
})

test('after another tab has signed in another member, nothing of the first is stored for the second', async () => {
  const first = await opened()
  await answer(first, statement, page)
  await answer(first, walletQueryOptions, wallet)
  for (const key of memberItems) rawStorage().removeItem(key)
  rawStorage().setItem(storageKeys.token, '"token-2"')
  leave()
  expect(memberItems.map((key) => item(key))).toEqual([null, null, null])
})

test('after the end of the session a pending write is dropped', async () => {
  vi.useFakeTimers()
  const first = await opened()
  await answer(first, statement, page)
  await answer(first, walletQueryOptions, wallet)
  signIn('token-2', true)
  first.clear()
  await vi.advanceTimersByTimeAsync(5000)
  leave()
  expect(memberItems.map((key) => item(key))).toEqual([null, null, null])
})

test('data is stored where the token is: in session storage for a session of one tab', async () => {
  signIn('token-1', false)
  await answer(await opened(), statement, page)
  leave()
  expect(item()).toBeNull()
  expect(rawStorage('session').getItem(storageKeys.queryCache)).toContain('SUCCESS')
})

const breaks: [what: string, broken: (text: string) => string][] = [
  ['is no JSON', () => '{"buster":'],
  ['has another shape', () => '{"answers":7}'],
  ['is of another version', (text) => text.replace(' 1.', ' 0.')],
]

test.each([
  ...breaks,
  [
    'holds an answer that breaks the contract',
    (text: string) => text.replace('"deposit"', '7').replace('"total":1', '"total":"many"'),
  ],
  ['holds a row that would be dropped', (text: string) => text.replace('"deposit"', '7')],
] as const)('a store that %s is ignored', async (_, broken) => {
  await answer(await opened(), statement, page)
  leave()
  rawStorage().setItem(storageKeys.queryCache, broken(item() ?? ''))
  expect((await again()).getQueryData(statement.queryKey)).toBeUndefined()
})

test.each([
  ...breaks,
  ['breaks the contract', (text: string) => text.replace('1000.1', '"a fortune"')],
] as const)('a wallet that %s is ignored and removed, the others stay', async (_, broken) => {
  const first = await opened()
  await answer(first, walletQueryOptions, wallet)
  await answer(first, statement, page)
  leave()
  rawStorage().setItem(storageKeys.userInfo, broken(item(storageKeys.userInfo) ?? ''))
  const second = await again()
  expect(second.getQueryData(walletQueryOptions.queryKey)).toBeUndefined()
  expect([item(storageKeys.userInfo), item(storageKeys.lastSync)]).toEqual([null, null])
  expect(second.getQueryData(statement.queryKey)).toEqual(page)
})

test.each(['"yesterday"', 'null', '-1', '0', '1e300'])('a wallet of the time %s is ignored', async (at) => {
  await answer(await opened(), walletQueryOptions, wallet)
  leave()
  rawStorage().setItem(storageKeys.lastSync, at)
  expect((await again()).getQueryData(walletQueryOptions.queryKey)).toBeUndefined()
  expect([item(storageKeys.userInfo), item(storageKeys.lastSync)]).toEqual([null, null])
})

test('one broken reply does not affect the others', async () => {
  const first = await opened()
  await answer(first, statement, page)
  await answer(first, info, site)
  leave()
  rawStorage().setItem(storageKeys.queryCache, (item() ?? '').replace('"total":1', '"total":"many"'))
  const second = await again()
  expect(second.getQueryData(statement.queryKey)).toBeUndefined()
  expect(second.getQueryData(info.queryKey)).toEqual(site)
})

test('another member’s stored data is dropped', async () => {
  const first = await opened()
  await answer(first, statement, page)
  await answer(first, walletQueryOptions, wallet)
  leave()
  expect((await again('token-2')).getQueryCache().getAll()).toEqual([])
  expect(memberItems.map((key) => item(key))).toEqual([null, null, null])
})

test('data that may be older than the last money operation is refetched, however recent', async () => {
  const first = await opened()
  await answer(first, walletQueryOptions, wallet)
  await answer(first, statement, page)
  await answer(first, info, site)
  leave()
  const second = await again()
  expect(second.getQueryState(walletQueryOptions.queryKey)?.isInvalidated).toBe(true)
  expect(second.getQueryState(statement.queryKey)?.isInvalidated).toBe(true)
  expect(second.getQueryState(info.queryKey)?.isInvalidated).toBe(false)
})

test('data stored by a clock that ran ahead is refetched', async () => {
  await answer(await opened(), info, site, Date.now() + 24 * 60 * 60_000)
  leave()
  const second = await again()
  expect(second.getQueryData(info.queryKey)).toEqual(site)
  expect(second.getQueryState(info.queryKey)?.isInvalidated).toBe(true)
})

test('newer data of the page is not replaced by stored data', async () => {
  await answer(await opened(), info, site, Date.now() + 24 * 60 * 60_000)
  leave()
  const kept = item() ?? ''
  signIn('token-1', true)
  rawStorage().setItem(storageKeys.queryCache, kept)
  const second = new QueryClient()
  second.setQueryData(info.queryKey, { name: 'New', website: '' })
  await persistQueries(second)
  expect(second.getQueryData(info.queryKey)?.name).toBe('New')
})

test('each query’s data expires after a week', async () => {
  const first = await opened()
  const longAgo = Date.now() - maxKeptMs - 1000
  await answer(first, walletQueryOptions, wallet, longAgo)
  await answer(first, statement, page, longAgo)
  await answer(first, info, site)
  leave()
  const second = await again()
  expect(
    second
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([info.queryKey])
})

test('a failed query keeps its stored data', async () => {
  const first = await opened()
  await answer(first, statement, page)
  await first
    .fetchQuery({ ...statement, staleTime: 0, queryFn: () => Promise.reject(new Error('No line')) })
    .catch(() => undefined)
  await answer(first, info, site)
  leave()
  expect((await again()).getQueryState(statement.queryKey)).toMatchObject({ data: page, status: 'success' })
})

test('without room for all, the oldest data is left out', async () => {
  vi.useFakeTimers()
  const first = await opened()
  await answer(first, statement, page, Date.now() - 60_000)
  await answer(first, info, site)
  const { setItem } = Storage.prototype
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
    this: Storage,
    key,
    text,
  ) {
    if (text.length > 250) throw new DOMException('No room', 'QuotaExceededError')
    setItem.call(this, key, text)
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(item()).toContain('Champa')
  write.mockRestore()
  expect(item()).not.toContain('SUCCESS')
})
