import { storageKeys } from '#lib/storage-keys.ts'
import { removeStored, writeStored } from '#lib/storage.ts'
import { outboxDatabase } from './outbox-name.ts'

/** Something of a member or guest that waits to be sent. */
export interface OutboxEntry<Content = unknown> {
  /** The key it is sent with, so that it counts once. */
  id: string
  /** Whose it is. Nobody else ever sends or sees it. */
  owner: string
  kind: 'chat'
  /** Its place in the queue. */
  order: number
  content: Content
  file?: Blob
}

export interface Outbox {
  /** In the order in which they were put in. */
  all(): Promise<OutboxEntry[]>
  /** Adds it, or takes the place of the one with its id. */
  put(entry: OutboxEntry): Promise<void>
  has(id: string): Promise<boolean>
  remove(id: string): Promise<void>
  close(): void
}

const table = 'entries'
let lastOrder = 0

/** A place behind all that this tab has put in before, and behind what an earlier visit left. */
export function nextOrder(now: number): number {
  lastOrder = Math.max(lastOrder + 1, now * 1000)
  return lastOrder
}

/**
 * What waits to be sent outlives the tab. Entries of other members are deleted on the way in. Where the browser keeps no
 * databases, everything waits in memory.
 */
export async function openOutbox(owner: string, isMembers: (owner: string) => boolean): Promise<Outbox> {
  const database = await open().catch(() => undefined)
  if (!database) return inMemory(owner)
  let closed = false
  const close = () => {
    closed = true
    database.close()
  }
  // A session ended somewhere: the whole database goes, and nothing is put into it any more.
  database.addEventListener('versionchange', close)

  const act = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    if (closed) throw new Error('The outbox is closed')
    const transaction = database.transaction(table, mode)
    const asked = work(transaction.objectStore(table))
    await finished(transaction)
    return asked.result
  }
  const everything = () => act('readonly', (store): IDBRequest<OutboxEntry[]> => store.getAll())
  const flag = async () => {
    if ((await everything()).length === 0) removeStored(storageKeys.outboxWaits)
  }

  for (const entry of await everything()) {
    if (entry.owner !== owner && isMembers(entry.owner))
      await act('readwrite', (store) => store.delete(entry.id))
  }
  return {
    all: async () => {
      const mine = (await everything()).filter((entry) => entry.owner === owner)
      return mine.toSorted((one, other) => one.order - other.order)
    },
    put: async (entry) => {
      await act('readwrite', (store) => store.put(entry))
      writeStored(storageKeys.outboxWaits, true)
    },
    has: async (id) => (await act('readonly', (store) => store.count(id))) > 0,
    remove: async (id) => {
      await act('readwrite', (store) => store.delete(id))
      await flag()
    },
    close,
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(outboxDatabase, 1)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(table, { keyPath: 'id' }))
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('No database')))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not stored')))
  })
}

function inMemory(owner: string): Outbox {
  const entries = new Map<string, OutboxEntry>()
  return {
    all: () => Promise.resolve([...entries.values()].filter((entry) => entry.owner === owner)),
    put: (entry) => Promise.resolve(void entries.set(entry.id, entry)),
    has: (id) => Promise.resolve(entries.has(id)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
    close: () => entries.clear(),
  }
}
