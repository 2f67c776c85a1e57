import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { lookupDeposit, lookupInfo, lookupWithdraw } from '#api/contract/lookup.ts'
import { getQr, qrChannels } from '#api/contract/qrcode.ts'
import { getSpinActive } from '#api/contract/spinwheel.ts'
import { listStatements } from '#api/contract/statement.ts'
import { readToken, tokenArea } from '#api/token.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'
import { keptMark } from './kept-mark.ts'
import { onSessionEnd } from './session.ts'
import { qrQueryOptions } from './qr-queries.ts'
import {
  depositLookupQueryOptions,
  infoQueryOptions,
  withdrawLimitsQueryOptions,
} from './site-config-queries.ts'
import { spinActiveQueryOptions } from './spin-queries.ts'
import { statementQueryOptions } from './statement-queries.ts'

/** What a member sees at once when the app opens without a network, and what it must look like to be believed. */
const kept: readonly { queryKey: QueryKey; schema: v.GenericSchema }[] = [
  { queryKey: statementQueryOptions(1).queryKey, schema: listStatements.reply },
  ...qrChannels.map((code) => ({ queryKey: qrQueryOptions(code).queryKey, schema: getQr.reply })),
  { queryKey: spinActiveQueryOptions.queryKey, schema: getSpinActive.reply },
  { queryKey: infoQueryOptions.queryKey, schema: lookupInfo.reply },
  { queryKey: depositLookupQueryOptions.queryKey, schema: lookupDeposit.reply },
  { queryKey: withdrawLimitsQueryOptions.queryKey, schema: lookupWithdraw.reply },
]
const hashes = new Set(kept.map(({ queryKey }) => hashKey(queryKey)))

const maxAgeMs = 7 * 24 * 60 * 60_000
const saveAfterMs = 1000

const store = v.object({
  /** Whose data it is, and of which version of the app. */
  mark: v.string(),
  entries: v.record(v.string(), v.object({ data: v.unknown(), updatedAt: v.number() })),
})

let stopKeeping: (() => void) | undefined

/**
 * Brings back what was kept of this member's queries and keeps it up to date, until the session ends. Kept where the token
 * is, so that it does not outlive it. What is broken, old or another member's is dropped.
 */
export function keepQueries(queryClient: QueryClient): void {
  if (stopKeeping) return
  restore(queryClient)
  const token = readToken()
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    // Another tab may have signed somebody else in, and this page not have heard of it yet.
    if (readToken() === token) saveQueries(queryClient)
  }
  const leave = () => timer !== undefined && save()
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && hashes.has(query.queryHash)) timer ??= setTimeout(save, saveAfterMs)
  })
  globalThis.addEventListener('pagehide', leave)
  stopKeeping = () => {
    stopKeeping = undefined
    clearTimeout(timer)
    stop()
    globalThis.removeEventListener('pagehide', leave)
  }
}

onSessionEnd(() => stopKeeping?.())

function restore(queryClient: QueryClient): void {
  const area = tokenArea()
  const stored = area && readStored(storageKeys.queryCache, store, area)
  if (!stored) return
  if (stored.mark !== keptMark()) return removeStored(storageKeys.queryCache)
  for (const { queryKey, schema } of kept) {
    const entry = stored.entries[hashKey(queryKey)]
    if (!entry || Date.now() - entry.updatedAt > maxAgeMs || queryClient.getQueryData(queryKey)) continue
    const data = v.safeParse(schema, entry.data)
    // A list drops the rows it cannot read: less than was kept is not what was kept.
    if (!data.success || JSON.stringify(data.output) !== JSON.stringify(entry.data)) continue
    queryClient.setQueryData(queryKey, data.output, { updatedAt: entry.updatedAt })
    // However young, it may be from before the money last moved, or of a clock that was set back since.
    if (queryKey[0] !== 'lookup' || entry.updatedAt > Date.now())
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  }
}

function saveQueries(queryClient: QueryClient): void {
  const area = tokenArea()
  if (!area) return
  const entries = kept.flatMap(({ queryKey }) => {
    const state = queryClient.getQueryState(queryKey)
    if (state?.data === undefined) return []
    return [[hashKey(queryKey), { data: state.data, updatedAt: state.dataUpdatedAt }] as const]
  })
  writeStored(storageKeys.queryCache, { mark: keptMark(), entries: Object.fromEntries(entries) }, area)
}
