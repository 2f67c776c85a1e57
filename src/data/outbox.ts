import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { removeStored } from '#lib/storage.ts'
import { emptyOutbox, noteOutboxFilled, outboxDatabase } from './outbox-name.ts'

/** What waits to be sent: of a member or guest, and nobody else ever sends or sees it. */
export interface OutboxEntry {
  /** The key it is sent with, so that it counts once. */
  id: string
  /** Its place in the queue. */
  order: number
  content: unknown
  file?: Blob
}

/** Money acts are none of these: they are never sent by themselves. */
export type OutboxKind = 'chat' | 'slip'

interface Stored extends OutboxEntry {
  owner: string
  kind: OutboxKind
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
/** A browser whose databases are broken may answer never. */
const patienceMs = 3000
const entryShape = v.object({
  id: v.string(),
  owner: v.string(),
  kind: v.picklist(['chat', 'slip'] satisfies OutboxKind[]),
  order: v.pipe(v.number(), v.finite()),
  file: v.optional(v.instance(Blob)),
})
let lastOrder = 0

/** A place behind all that this tab has put in before, and behind what an earlier visit left. */
export function nextOrder(now: number): number {
  lastOrder = Math.max(lastOrder + 1, now * 1000)
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
  const everything = () => act('readonly', (store): IDBRequest<Stored[]> => store.getAll())
  const flag = async () => {
    if ((await everything()).length === 0) removeStored(storageKeys.outboxWaits)
  }

  for (const entry of await everything()) {
    if (!v.is(entryShape, entry) || (entry.owner !== owner && entry.owner.startsWith(membersMark)))
      await act('readwrite', (store) => store.delete(entry.id))
  }
  return {
    all: async () => {
      const mine = (await everything()).filter((entry) => entry.owner === owner && entry.kind === kind)
      return mine.toSorted((one, other) => one.order - other.order)
    },
    put: async (entry) => {
      await act('readwrite', (store) => store.put({ ...entry, owner, kind }))
      noteOutboxFilled()
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
    let late = false
    const asked = indexedDB.open(outboxDatabase, 1)
    const timer = setTimeout(() => {
      late = true
      reject(new Error('No answer'))
    }, patienceMs)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(table, { keyPath: 'id' }))
    asked.addEventListener('success', () => {
      clearTimeout(timer)
      const { result } = asked
      if (!late && result.objectStoreNames.contains(table)) return resolve(result)
      result.close()
      // One that is not ours: the next visit makes its own.
      if (!late) emptyOutbox()
      reject(new Error('No such table'))
    })
    asked.addEventListener('error', () => {
      clearTimeout(timer)
      reject(asked.error ?? new Error('No database'))
    })
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not stored')))
  })
}

function inMemory(): Outbox {
  const entries = new Map<string, OutboxEntry>()
  return {
    all: () => Promise.resolve([...entries.values()]),
    put: (entry) => {
      entries.set(entry.id, entry)
      noteOutboxFilled()
      return Promise.resolve()
    },
    has: (id) => Promise.resolve(entries.has(id)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
    close: () => entries.clear(),
  }
}
