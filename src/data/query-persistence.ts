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
import { formatDateTime } from '#i18n/format.ts'
import { totalBalance } from '#lib/balance.ts'
import { cacheBuster, maxKeptMs } from '#lib/cache-buster.ts'
import { serverTime } from '#lib/clock.ts'
import { type StorageKey, storageKeys } from '#lib/storage-keys.ts'
import { isForgotten, type RawStorage, rawStorage } from '#lib/storage.ts'
import { qrQueryOptions } from './qr-queries.ts'
import { onSessionEnd } from './session.ts'
import {
  depositLookupQueryOptions,
  infoQueryOptions,
  withdrawLimitsQueryOptions,
} from './site-config-queries.ts'
import { spinActiveQueryOptions } from './spin-queries.ts'
import { statementQueryOptions } from './statement-queries.ts'
import { walletQueryOptions } from './wallet-queries.ts'

/** A query is restored before anything uses it: here its options are found by then. What is kept, and how, they say. */
export const persistOf = new Map(
  [
    walletQueryOptions,
    statementQueryOptions(1),
    ...qrChannels.map((channel) => qrQueryOptions(channel)),
    spinActiveQueryOptions,
    infoQueryOptions,
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

/** As it is kept: like the wire's own answer, its money in baht. */
const encoded = ({ queryKey, data, updatedAt }: Answer): Answer => {
  const persist = persistOf.get(hashKey(queryKey))
  return { queryKey, data: persist && encodeMoney(persist.schema, data), updatedAt }
}

/** How some of the queries stand in the storage: a JSON text under each key. */
interface Shelf {
  keys: readonly StorageKey[]
  holds: (queryKey: QueryKey) => boolean
  throttleTime: number
  toItems: (buster: string, answers: Answer[]) => unknown[]
  /** Throws at items of another shape. */
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

/** The wallet stands by itself: the page shows its balance before the app is there (src/shell/known-balance.ts). */
const walletShelf: Shelf = {
  keys: [storageKeys.userInfo, storageKeys.lastSync],
  holds: isWallet,
  throttleTime: 0,
  toItems: (keptFor, answers) =>
    answers.flatMap((answer) => {
      const { data, updatedAt } = encoded(answer)
      const asOf = formatDateTime(serverTime(updatedAt))
      const balance = totalBalance(answer.data as UserWallet)
      return [{ ...(data as object), keptFor, asOf, balance }, updatedAt]
    }),
  fromItems(items) {
    const [{ keptFor, asOf: _, balance: __, ...data }, updatedAt] = v.parse(storedWallet, items)
    return { buster: keptFor, answers: [{ queryKey: walletKey, data, updatedAt }] }
  },
}

const otherShelf: Shelf = {
  keys: [storageKeys.queryCache],
  holds: (queryKey) => !isWallet(queryKey),
  throttleTime: 1000,
  toItems: (buster, answers) => [{ buster, answers: answers.map(encoded) }],
  fromItems: (items) => v.parse(storedAnswers, items)[0],
}

let stopPersisting: (() => void) | undefined
onSessionEnd(() => stopPersisting?.())

/**
 * Restores what the browser keeps of this member's queries and keeps it up to date until the session ends, in the storage
 * where the token is, so that it does not outlive it. What is broken, older than a week, another member's or another
 * version's is dropped. While it runs, calling it again changes nothing.
 */
export async function persistQueries(queryClient: QueryClient): Promise<void> {
  const area = tokenArea()
  if (stopPersisting || !area) return
  const shelves = [walletShelf, otherShelf].map((shelf) => persistShelf(shelf, queryClient, rawStorage(area)))
  stopPersisting = () => {
    stopPersisting = undefined
    for (const { stop } of shelves) stop()
  }
  await Promise.all(shelves.map(({ restored }) => restored))
}

function persistShelf(shelf: Shelf, queryClient: QueryClient, storage: RawStorage) {
  const { keys, holds, throttleTime, toItems, fromItems } = shelf
  const token = readToken()
  // The address of this chunk is another in every release that changed what it or its imports say.
  const buster = `${cacheBuster(token ?? '')} ${import.meta.url}`
  let isUnsaved = false
  let isStopped = false
  // The items are the lines of one text: JSON has no line ends of its own.
  const items = {
    getItem() {
      const lines = keys.map((key) => storage.getItem(key))
      return lines.every((line) => line === null) ? null : lines.join('\n')
    },
    setItem(_: string, text: string) {
      isUnsaved = false
      // Another tab may have signed somebody else in, and this page not have heard of it yet.
      if (isStopped || readToken() !== token || !text) return
      for (const [index, line] of text.split('\n').entries()) storage.setItem(keys[index] ?? '', line)
      if (!keys.some((key) => isForgotten(key))) return
      // A copy that a reload forgets is none. With fewer queries it may fit.
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
    const known = kept.answers.flatMap((answer) => believed(answer))
    const queries = known.filter(({ queryKey }) => queryClient.getQueryData(queryKey) === undefined)
    return {
      buster: kept.buster,
      // Where nothing is believed this is 0, and the items are removed.
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
    // What cannot be read has been removed by then.
    restored: persistQueryClientRestore({ ...options, persister }).catch(() => undefined),
    stop() {
      isStopped = true
      unsubscribe()
      globalThis.removeEventListener('pagehide', leave)
    },
  }
}

/** The query as it was, if its data is what its schema says and not too old; asked for anew when it is used. */
function believed({ queryKey, data, updatedAt }: Answer): DehydratedState['queries'] {
  const queryHash = hashKey(queryKey)
  const persist = persistOf.get(queryHash)
  const now = Date.now()
  if (!persist || now - updatedAt > maxKeptMs) return []
  const checked = v.safeParse(persist.schema, data)
  // A list drops the rows it cannot read: less than was kept is not what was kept.
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
    // However young, it may be from before the money last moved, or of a clock that was set back since.
    isInvalidated: !persist.isLookup || updatedAt > now,
    status: 'success' as const,
    fetchStatus: 'idle' as const,
  }
  return [{ queryKey, queryHash, state, dehydratedAt: now, meta: { persist } }]
}
