import { atom } from 'jotai'
import * as v from 'valibot'
import type { Call } from '#api/contract/call.ts'
import { listOf } from '#api/contract/fields.ts'
import { encodeMoney, money } from '#api/contract/money.ts'
import { memberAtom } from '#data/session/member-atom.ts'
import { tokenArea } from '#api/token.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { holdLock } from '#lib/outbox/hold-lock.ts'
import { store } from '#lib/store.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'

const entry = v.object({
  key: v.pipe(v.string(), v.uuid()),
  /** The call's id, under the name that earlier releases used: their entries survive an update. */
  act: v.string(),
  /** When it was confirmed, by the server's clock, in ms. */
  at: v.pipe(v.number(), v.finite()),
  /** The amount as it was sent, in baht. */
  amount: v.optional(money),
  /** The page that started it. */
  page: v.string(),
  /** It was sent without a key, so the backend cannot report its outcome. */
  isKeyless: v.optional(v.boolean()),
  /** For an operation without a key: the last known amount in the wallet before it. */
  wallet: v.optional(money),
  /** It is done, as its page knew, and no screen has shown that. */
  isDone: v.optional(v.boolean()),
})
export type LogEntry = v.InferOutput<typeof entry>
const entries = listOf(entry)

/** The maximum number of entries; a member confirms one operation at a time. */
const maxEntries = 20
const page = newOperationKey()
const sent = v.object({ body: v.object({ amount: v.number() }) })
const keptWallet = v.object({ wallet: v.object({ amount: money }) })

/** Whether operations have a key by which the backend can report their outcome. */
export const hasKeys = (): boolean => hasExtension('keys') && hasExtension('acts')

/**
 * Logs an operation before it is sent, so that after a crash or a closed tab the app can ask for its outcome. Only its name and
 * amount are stored, never a gift link or a password. Nothing is ever sent from the log.
 */
export function logOperation({ id }: Call, input: unknown, key: string): LogEntry {
  const amount = v.is(sent, input) ? input.body.amount : undefined
  const added: LogEntry = { key, act: id, at: serverNow(), amount, page }
  // A repeat after it never arrived has the same key.
  store.set(closedKeysAtom, (keys) => keys.filter((one) => one !== key))
  if (!hasKeys()) {
    added.isKeyless = true
    const area = tokenArea()
    added.wallet = area && readStored(storageKeys.userInfo, keptWallet, area)?.wallet.amount
  }
  write([...others(key), added])
  return added
}

/** The keys of the operations that this page has removed from the log. */
export const closedKeysAtom = atom<readonly string[]>([])

/** Removes an operation whose outcome has been seen. */
export function closeLogEntry(key: string): void {
  store.set(closedKeysAtom, (keys) => [...keys, key])
  write(others(key))
}

/** This page's operations whose screen was closed before it could show their outcome. */
export const leftEntriesAtom = memberAtom<readonly LogEntry[]>(() => [])

/** The screen of an operation was closed before it could show the outcome, or is there again. */
export function setLeft(entry: LogEntry, isLeft: boolean): void {
  const rest = store.get(leftEntriesAtom).filter(({ key }) => key !== entry.key)
  store.set(leftEntriesAtom, isLeft ? [...rest, entry] : rest)
  // Later the server may have forgotten it, and other tabs need not ask.
  if (isLeft && entry.isDone) write([...others(entry.key), entry])
}

/** The operations of earlier pages and other tabs whose outcome nobody has seen. */
export function unsettledOperations(): LogEntry[] {
  return loggedOperations().filter((one) => one.page !== page)
}

function write(all: LogEntry[]): void {
  const area = tokenArea()
  if (!area) return
  if (all.length === 0) removeStored(storageKeys.operationLog, area)
  else writeStored(storageKeys.operationLog, encodeMoney(entries, all.slice(-maxEntries)), area)
}

const others = (key: string) => loggedOperations().filter((one) => one.key !== key)

/** Every operation of this member whose outcome nobody has seen, also those that this page is performing. */
export function loggedOperations(): LogEntry[] {
  const area = tokenArea()
  return (area && readStored(storageKeys.operationLog, entries, area)) ?? []
}

/** The lock that a page holds while an operation runs, so that no other tab treats it as interrupted. */
export const lockOf = (key: string) => `champa-operation-${key}`

/** Runs the work while holding the lock, which is always free: others only query it. */
export const holdOperation = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  holdLock(lockOf(key), { mode: 'shared' }, work)
