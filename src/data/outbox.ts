import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { store } from '#lib/store.ts'
import { emptyOutbox, outboxDatabase, outboxWaitsAtom } from './outbox-flag.ts'

/** What waits to be sent: of a member or guest, and nobody else ever sends or sees it. */
export interface OutboxEntry {
  /** The key it is sent with, so that it counts once. */
  id: string
  /** Its place in the queue. */
  order: number
  content: unknown
  file?: Blob
}

/** Money operations are none of these: they are never sent by themselves. */
export type OutboxKind = 'chat' | 'slip'

interface Schema extends DBSchema {
  entries: { key: string; value: OutboxEntry & { owner: string; kind: OutboxKind } }
}

export interface Outbox {
  /** In the order in which they were put in. */
  all(): Promise<OutboxEntry[]>
  /** Adds it, or takes the place of the one with its id. */
  put(entry: OutboxEntry): Promise<void>
  get(id: string): Promise<OutboxEntry | undefined>
  remove(id: string): Promise<void>
  close(): void
}

/** A browser whose databases are broken may never answer. */
const timeoutMs = 3000
const entryShape = v.object({
  id: v.string(),
  owner: v.string(),
  kind: v.picklist(['chat', 'slip'] satisfies OutboxKind[]),
  order: v.pipe(v.number(), v.finite()),
  file: v.optional(v.instance(Blob)),
})
let lastOrder = 0

const orderAt = (ms: number) => ms * 1000

/** A place behind all that this tab has put in before, and behind what an earlier visit left. */
export function nextOrder(now: number): number {
  lastOrder = Math.max(lastOrder + 1, orderAt(now))
  return lastOrder
}

const membersMark = 'member:'
export const memberOwner = (id: string) => membersMark + id

/**
 * What waits to be sent outlives the tab. Entries of other members, and what is no entry, are deleted on the way in. Where the
 * browser keeps no databases, everything waits in memory.
 */
export async function openOutbox(kind: OutboxKind, owner: string): Promise<Outbox> {
  const database = await open().catch(() => undefined)
  if (!database) return inMemory()
  const { store: entries, done } = database.transaction('entries', 'readwrite')
  for (const entry of await entries.getAll()) {
    if (!v.is(entryShape, entry) || (entry.owner !== owner && entry.owner.startsWith(membersMark)))
      void entries.delete(entry.id)
  }
  await done
  return {
    all: async () => {
      const mine = (await database.getAll('entries')).filter(
        (entry) => entry.owner === owner && entry.kind === kind,
      )
      return mine.toSorted((one, other) => one.order - other.order)
    },
    put: async (entry) => {
      await database.put('entries', { ...entry, owner, kind })
      store.set(outboxWaitsAtom, true)
    },
    get: (id) => database.get('entries', id),
    remove: async (id) => {
      await database.delete('entries', id)
      if ((await database.count('entries')) === 0) store.set(outboxWaitsAtom, RESET)
    },
    close: () => database.close(),
  }
}

/**
 * What waits to be sent of one owner waits as another's from now on. What was written before `since`, in ms since 1970 by the
 * phone's clock, is deleted.
 */
export async function handOverOutbox(from: string, to: string, since: number): Promise<void> {
  const database = await open().catch(() => undefined)
  if (!database) return
  const { store: entries, done } = database.transaction('entries', 'readwrite')
  for (const entry of await entries.getAll()) {
    if (entry.owner !== from) continue
    if (entry.order < orderAt(since)) void entries.delete(entry.id)
    else void entries.put({ ...entry, owner: to })
  }
  await done
  database.close()
}

async function open(): Promise<IDBPDatabase<Schema>> {
  const opening = openDB<Schema>(outboxDatabase, 1, {
    upgrade: (database) => void database.createObjectStore('entries', { keyPath: 'id' }),
    // A session ended somewhere: the whole database goes, and nothing is put into it any more.
    blocking: (_from, _to, { target }) => (target as IDBDatabase).close(),
  })
  const database = await Promise.race([opening, waitInSteps(timeoutMs)])
  if (database?.objectStoreNames.contains('entries')) return database
  // One that is not ours: the next visit makes its own.
  if (database) emptyOutbox()
  opening.then((opened) => opened.close()).catch(() => undefined)
  throw new Error('No database of ours')
}

/** In steps, because a page that stood still has given its database no time to answer. */
async function waitInSteps(ms: number): Promise<undefined> {
  const steps = 6
  for (let step = 0; step < steps; step += 1) await new Promise((resolve) => setTimeout(resolve, ms / steps))
}

function inMemory(): Outbox {
  const entries = new Map<string, OutboxEntry>()
  return {
    all: () => Promise.resolve([...entries.values()]),
    put: (entry) => {
      entries.set(entry.id, entry)
      store.set(outboxWaitsAtom, true)
      return Promise.resolve()
    },
    get: (id) => Promise.resolve(entries.get(id)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
    close: () => entries.clear(),
  }
}
