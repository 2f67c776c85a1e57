import * as v from 'valibot'
import type { Call } from '#api/contract/call.ts'
import { listOf } from '#api/contract/fields.ts'
import { encodeMoney, money } from '#api/contract/money.ts'
import { tokenArea } from '#api/token.ts'
import { hasExtension } from '#lib/api-extensions.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { serverNow } from '#lib/clock.ts'
import { holdLock } from '#lib/hold-lock.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, type StorageArea, writeStored } from '#lib/storage.ts'

const entry = v.object({
  key: v.pipe(v.string(), v.uuid()),
  /** The call's id, under the name that earlier releases stored it by: their entries outlive an update. */
  act: v.string(),
  /** When it was confirmed, by the server's clock, in ms. */
  at: v.pipe(v.number(), v.finite()),
  /** Kept as it was sent. */
  amount: v.optional(money),
  /** The page that began it. */
  page: v.string(),
  /** It was sent without a key: the backend cannot be asked about it. */
  isKeyless: v.optional(v.boolean()),
  /** Of one without a key: the wallet's money as the app knew it before. */
  wallet: v.optional(money),
})
export type LogEntry = v.InferOutput<typeof entry>
const entries = listOf(entry)

/** So many at most: a member confirms one thing at a time. */
const maxEntries = 20
const page = newOperationKey()
const sent = v.object({ body: v.object({ amount: v.number() }) })
const keptWallet = v.object({ wallet: v.object({ amount: money }) })

/** Whether what is sent now carries a key, by which the backend can be asked about it later. */
export const hasKeys = (): boolean => hasExtension('keys') && hasExtension('acts')

/**
 * Writes down an operation before it is sent, so that after a crash or a closed tab the app can ask what became of it: its name
 * and amount, never what a gift link or a password says. Nothing is ever sent from here.
 */
export function logOperation({ id }: Call, input: unknown, key: string): LogEntry {
  const area = tokenArea()
  const amount = v.is(sent, input) ? input.body.amount : undefined
  const added: LogEntry = { key, act: id, at: serverNow(), amount, page }
  if (!hasKeys()) {
    added.isKeyless = true
    added.wallet = area && readStored(storageKeys.userInfo, keptWallet, area)?.wallet.amount
  }
  if (area) write([...read().filter((one) => one.key !== key), added].slice(-maxEntries), area)
  return added
}

/** It is known how the operation ended. */
export function closeLogEntry(key: string): void {
  const all = read()
  const left = all.filter((one) => one.key !== key)
  if (left.length === all.length) return
  const area = tokenArea()
  if (left.length === 0 || !area) removeStored(storageKeys.operationLog)
  else write(left, area)
}

/** What was begun by a page before this one, or in another tab, and never came to a known end. */
export function unsettledOperations(): LogEntry[] {
  return read().filter((one) => one.page !== page)
}

function write(all: LogEntry[], area: StorageArea): void {
  writeStored(storageKeys.operationLog, encodeMoney(entries, all), area)
}

function read(): LogEntry[] {
  const area = tokenArea()
  return ((area && readStored(storageKeys.operationLog, entries, area)) ?? []).slice(-maxEntries)
}

/** As long as an operation is under way its page holds this, so that no other tab takes it for broken off. */
const lockOf = (key: string) => `champa-operation-${key}`

/** Given at once: nobody else ever asks for the lock but to look. */
export const holdOperation = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  holdLock(lockOf(key), { mode: 'shared' }, work)

/** Whether some page is still waiting for the operation's answer. */
export async function isUnderWay(key: string): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === lockOf(key))
  } catch {
    return false
  }
}
