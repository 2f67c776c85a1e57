import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import {
  type DehydratedState,
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query'
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import { encodeMoney } from '#api/contract/money.ts'
import { qrChannels } from '#api/contract/qr-channels.ts'
import type { UserWallet } from '#api/contract/wallet.ts'
import { readToken, tokenArea } from '#api/token.ts'
import { totalBalance } from '#lib/money/balance.ts'
import { formatInBangkok } from '#lib/bangkok.ts'
import { cacheBuster, maxKeptMs } from '#lib/network/cache-buster.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { type StorageKey, storageKeys } from '#lib/storage-keys.ts'
import { isForgotten, type RawStorage, rawStorage } from '#lib/storage.ts'
import { qrQueryOptions } from '#data/deposit/qr-queries.ts'
import { onSessionEnd } from '#data/session/session.ts'
import {
  chatWidgetQueryOptions,
  depositLookupQueryOptions,
  infoQueryOptions,
  withdrawLimitsQueryOptions,
} from '#data/site/site-config-queries.ts'
import { spinActiveQueryOptions } from '#data/rewards/spin-queries.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'

/** The options of the persisted queries by key: a query is restored before any screen uses it. */
export const persistOf = new Map(
  [
    walletQueryOptions,
    statementQueryOptions(),
    ...qrChannels.map((channel) => qrQueryOptions(channel)),
    spinActiveQueryOptions,
    infoQueryOptions,
    chatWidgetQueryOptions,
    depositLookupQueryOptions,
    withdrawLimitsQueryOptions,
  ].map(({ queryKey, meta }) => [hashKey(queryKey), meta?.persist]),
)

interface Answer {
  queryKey: QueryKey
  data: unknown
  /** By the phone's clock, in ms. */
  updatedAt: number
}

/** The stored form: like the reply on the wire, with money in baht. */
const encoded = ({ queryKey, data, updatedAt }: Answer): Answer => {
  const persist = persistOf.get(hashKey(queryKey))
  return { queryKey, data: persist && encodeMoney(persist.schema, data), updatedAt }
}

/** The storage format of some queries: a JSON text under each key. */
interface StorageFormat {
  keys: readonly StorageKey[]
  holds: (queryKey: QueryKey) => boolean
  throttleTime: number
  toItems: (buster: string, answers: Answer[]) => unknown[]
  /** Throws if the items have another shape. */
  fromItems: (items: unknown[]) => { buster: string; answers: Answer[] }
}

const time = v.pipe(v.number(), v.minValue(1), v.maxValue(8.64e15))
const storedWallet = v.tuple([v.looseObject({ keptFor: v.string() }), time])
const storedAnswers = v.tuple([
  v.object({
    buster: v.string(),
    answers: v.array(v.object({ queryKey: v.array(v.unknown()), data: v.unknown(), updatedAt: time })),
  }),
])

const { queryKey: walletKey } = walletQueryOptions
const isWallet = ([name]: QueryKey) => name === walletKey[0]

/** The wallet is stored separately, because the shell shows its balance before the app loads (src/shell/known-balance.ts). */
const walletFormat: StorageFormat = {
  keys: [storageKeys.userInfo, storageKeys.lastSync],
  holds: isWallet,
  throttleTime: 0,
  toItems: (keptFor, answers) =>
    answers.flatMap((answer) => {
      const { data, updatedAt } = encoded(answer)
      const asOf = formatInBangkok(serverTime(updatedAt), 'dd/MM/yyyy HH:mm:ss')
      const balance = totalBalance(answer.data as UserWallet)
      return [{ ...(data as object), keptFor, asOf, balance }, updatedAt]
    }),
  fromItems(items) {
    const [{ keptFor, asOf: _, balance: __, ...data }, updatedAt] = v.parse(storedWallet, items)
    return { buster: keptFor, answers: [{ queryKey: walletKey, data, updatedAt }] }
  },
}

const otherFormat: StorageFormat = {
  keys: [storageKeys.queryCache],
  holds: (queryKey) => !isWallet(queryKey),
  throttleTime: 1000,
  toItems: (buster, answers) => [{ buster, answers: answers.map(encoded) }],
  fromItems: (items) => v.parse(storedAnswers, items)[0],
}

let stopPersisting: (() => void) | undefined
onSessionEnd(() => stopPersisting?.())

/**
 * Restores this member's stored queries and keeps the copy up to date until the session ends. The copy is in the same storage
 * as the token, so that it does not outlive it. Data that is broken, older than a week, or another member's or version's is
 * dropped. Further calls while it runs change nothing.
 */
export async function persistQueries(queryClient: QueryClient): Promise<void> {
  const area = tokenArea()
  if (stopPersisting || !area) return
  const copies = [walletFormat, otherFormat].map((format) =>
    persistFormat(format, queryClient, rawStorage(area)),
  )
  stopPersisting = () => {
    stopPersisting = undefined
    for (const { stop } of copies) stop()
  }
  await Promise.all(copies.map(({ restored }) => restored))
}

function persistFormat(format: StorageFormat, queryClient: QueryClient, storage: RawStorage) {
  const { keys, holds, throttleTime, toItems, fromItems } = format
  const token = readToken()
  // This chunk's address differs in every release that changed it or its imports.
  const buster = `${cacheBuster(token ?? '')} ${import.meta.url}`
  let isUnsaved = false
  let isStopped = false
  // The items are lines of one text, because JSON contains no line breaks.
  const items = {
    getItem() {
      const lines = keys.map((key) => storage.getItem(key))
      return lines.every((line) => line === null) ? null : lines.join('\n')
    },
    setItem(_: string, text: string) {
      isUnsaved = false
      // Another tab may have signed in another member without this page knowing yet.
      if (isStopped || readToken() !== token || !text) return
      for (const [index, line] of text.split('\n').entries()) storage.setItem(keys[index] ?? '', line)
      if (!keys.some((key) => isForgotten(key))) return
      // A copy kept only in memory is useless. With fewer queries it may fit.
      items.removeItem()
      throw new Error('No room')
    },
    removeItem: () => keys.forEach((key) => storage.removeItem(key)),
  }
  const serialize = ({ clientState: { queries } }: PersistedClient) => {
    const answers = queries.map(({ queryKey, state }) => {
      return { queryKey, data: state.data, updatedAt: state.dataUpdatedAt }
    })
    const lines = toItems(buster, answers).map((item) => JSON.stringify(item))
    return lines.join('\n')
  }
  const deserialize = (text: string): PersistedClient => {
    const kept = fromItems(text.split('\n').map((line): unknown => JSON.parse(line)))
    const known = kept.answers.flatMap((answer) => restoreQuery(answer))
    const queries = known.filter(({ queryKey }) => queryClient.getQueryData(queryKey) === undefined)
    return {
      buster: kept.buster,
      // If no data is valid this is 0, and the items are removed.
      timestamp: Math.max(0, ...known.map(({ state }) => state.dataUpdatedAt)),
      clientState: { mutations: [], queries },
    }
  }
  const options = {
    queryClient,
    buster,
    maxAge: maxKeptMs,
    hydrateOptions: { defaultOptions: { queries: { gcTime: maxKeptMs } } },
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryKey, meta, state }: Query) =>
        Boolean(meta?.persist) && state.data !== undefined && holds(queryKey),
    },
  }
  const persister = createSyncStoragePersister({
    storage: items,
    throttleTime,
    serialize,
    deserialize,
    retry: removeOldestQuery,
  })
  const atOnce = {
    ...persister,
    persistClient: (client: PersistedClient) => items.setItem('', serialize(client)),
  }

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (!event.query.meta?.persist || !holds(event.query.queryKey)) return
    isUnsaved = true
    void persistQueryClientSave({ ...options, persister })
  })
  const leave = () => {
    if (isUnsaved) persistQueryClientSave({ ...options, persister: atOnce }).catch(() => undefined)
  }
  globalThis.addEventListener('pagehide', leave)
  return {
    // Unreadable items are removed before.
    restored: persistQueryClientRestore({ ...options, persister }).catch(() => undefined),
    stop() {
      isStopped = true
      unsubscribe()
      globalThis.removeEventListener('pagehide', leave)
    },
  }
}

/** The stored query, if its data matches its schema and is not too old; it is refetched when it is used. */
function restoreQuery({ queryKey, data, updatedAt }: Answer): DehydratedState['queries'] {
  const queryHash = hashKey(queryKey)
  const persist = persistOf.get(queryHash)
  const now = Date.now()
  if (!persist || now - updatedAt > maxKeptMs) return []
  const checked = v.safeParse(persist.schema, data)
  // Lists drop unreadable rows, so data that got shorter is not valid.
  if (!checked.success || replaceEqualDeep(data, encodeMoney(persist.schema, checked.output)) !== data)
    return []
  const state = {
    data: checked.output,
    dataUpdateCount: 0,
    dataUpdatedAt: updatedAt,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    // However recent, it may be older than the last money operation, or stored by a clock that was set back since.
    isInvalidated: !persist.isLookup || updatedAt > now,
    status: 'success' as const,
    fetchStatus: 'idle' as const,
  }
  return [{ queryKey, queryHash, state, dehydratedAt: now, meta: { persist } }]
}
