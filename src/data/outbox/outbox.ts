import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { outboxDatabase } from '#lib/outbox/outbox-database.ts'
import { keepsOrder, outboxStore, outboxSyncTag, type ReadyRequest } from '#lib/outbox/outbox-names.ts'
import { store } from '#lib/store.ts'
import { emptyOutbox, storedWaitsAtom } from './outbox-flag.ts'

/** An entry to be sent, which belongs to one member or guest: no other person sends or sees it. */
export interface OutboxEntry {
  /** The idempotency key, so that it counts once. */
  id: string
  /** Its place in the queue. */
  order: number
  content: unknown
  file?: Blob
  /** With it the worker may send the entry when no page is shown. */
  request?: ReadyRequest | undefined
}

/** The kinds of entries. Money operations are not among them, because they are never resent automatically. */
export type OutboxKind = 'chat' | 'slip'

/** A file as it is stored: WebKit's private windows take no Blob into a database. Entries of earlier versions hold one. */
const storedFile = v.union([
  v.object({ bytes: v.instance(ArrayBuffer), type: v.string(), name: v.optional(v.string()) }),
  v.instance(Blob),
])
type StoredFile = v.InferOutput<typeof storedFile>
type StoredEntry = Omit<OutboxEntry, 'file'> & { owner: string; kind: OutboxKind; file?: StoredFile }

interface Schema extends DBSchema {
  [outboxStore]: { key: string; value: StoredEntry }
}

export interface Outbox {
  /** Whether its entries survive the page. */
  isStored: boolean
  /** Whether they go out one after the other. */
  inOrder: boolean
  /** All entries in their order. */
  all(): Promise<OutboxEntry[]>
  /** Adds an entry, or replaces the one with its id; the other with the id `replaced` goes in the same moment. */
  put(entry: OutboxEntry, replaced?: string): Promise<void>
  get(id: string): Promise<OutboxEntry | undefined>
  remove(id: string): Promise<void>
  /** Where the browser can: has the worker send what waits once the network is back, also without a page. */
  wakeWorkerLater(): void
  close(): void
}

/** A broken database may never answer; in ms. */
const timeoutMs = 3000
const entryShape = v.object({
  id: v.string(),
  owner: v.string(),
  kind: v.picklist(['chat', 'slip'] satisfies OutboxKind[]),
  order: v.pipe(v.number(), v.finite()),
  file: v.optional(storedFile),
})
let lastOrder = 0

const orderAt = (ms: number) => ms * 1000

/** An order after every entry of this tab and of earlier visits. */
export function nextOrder(now: number): number {
  lastOrder = Math.max(lastOrder + 1, orderAt(now))
  return lastOrder
}

const membersMark = 'member:'
export const memberOwner = (id: string) => membersMark + id

/**
 * Opens the stored outbox of a member or guest. Other members' entries and invalid ones are deleted. Where the browser has no
 * databases, entries are kept in memory.
 */
export async function openOutbox(kind: OutboxKind, owner: string): Promise<Outbox> {
  let isOver = false
  const end = () => (isOver = true)
  const first = await open(end).catch(() => undefined)
  const inOrder = keepsOrder(kind)
  if (!first) return inMemory(inOrder)
  let database = first
  /** Opens the database again where the browser has dropped it, as iPhones do to a page in the background. */
  const inDatabase = async <T>(work: (opened: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await work(database)
    } catch (error) {
      const isDropped = error instanceof DOMException && /^(?:InvalidState|Unknown)Error$/.test(error.name)
      if (!isDropped || isOver) throw error
    }
    const opened = await open(end)
    // The session has ended meanwhile, and what was stored with it.
    if (isOver) {
      opened.close()
      throw new Error('The outbox is closed')
    }
    database = opened
    return work(opened)
  }
  const { store: entries, done } = database.transaction(outboxStore, 'readwrite')
  let left = 0
  for (const entry of await entries.getAll()) {
    if (!v.is(entryShape, entry) || (entry.owner !== owner && entry.owner.startsWith(membersMark)))
      void entries.delete(entry.id)
    else left += 1
  }
  await done
  // The worker may have sent all of them.
  if (left === 0) store.set(storedWaitsAtom, RESET)
  return {
    isStored: true,
    inOrder,
    all: async () => {
      const mine = (await inDatabase((opened) => opened.getAll(outboxStore))).filter(
        (entry) => entry.owner === owner && entry.kind === kind,
      )
      return mine.toSorted((one, other) => one.order - other.order).map((entry) => fromStored(entry))
    },
    put: async ({ file, ...entry }, replaced) => {
      // Before the entry, because nothing would look for what a page stored as its last act; and after it, because another tab
      // that found the outbox empty meanwhile has reset this.
      if (!isOver) store.set(storedWaitsAtom, true)
      const stored = file && (await toStored(file))
      const row = { ...entry, owner, kind, ...(stored && { file: stored }) }
      await inDatabase(async (opened) => {
        const { store: rows, done } = opened.transaction(outboxStore, 'readwrite')
        await Promise.all([rows.put(row), replaced !== undefined && rows.delete(replaced), done])
      })
      store.set(storedWaitsAtom, true)
      if (entry.request) wakeWorkerLater()
    },
    get: async (id) => {
      const entry = await inDatabase((opened) => opened.get(outboxStore, id))
      return entry && fromStored(entry)
    },
    remove: async (id) => {
      const left = await inDatabase(async (opened) => {
        await opened.delete(outboxStore, id)
        return opened.count(outboxStore)
      })
      if (left === 0) store.set(storedWaitsAtom, RESET)
    },
    wakeWorkerLater,
    close: () => {
      end()
      database.close()
    },
  }
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

function wakeWorkerLater(): void {
  const register = async () => {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker.getRegistration()
    await registration?.sync?.register(outboxSyncTag)
  }
  // No worker, or the member forbids it: the page sends.
  register().catch(() => undefined)
}

const toStored = async (file: Blob): Promise<StoredFile> => ({
  bytes: await file.arrayBuffer(),
  type: file.type,
  ...(file instanceof File && { name: file.name }),
})

function fromStored({ file, ...entry }: StoredEntry): OutboxEntry {
  if (!file || file instanceof Blob) return { ...entry, ...(file && { file }) }
  const { bytes, type, name } = file
  return {
    ...entry,
    file: name === undefined ? new Blob([bytes], { type }) : new File([bytes], name, { type }),
  }
}

/**
 * Moves one owner's entries to another. Those written before `since`, in ms since 1970 by the phone's clock, are deleted.
 */
export async function handOverOutbox(from: string, to: string, since: number): Promise<void> {
  const database = await open().catch(() => undefined)
  if (!database) return
  const { store: entries, done } = database.transaction(outboxStore, 'readwrite')
  for (const entry of await entries.getAll()) {
    if (entry.owner !== from) continue
    if (entry.order < orderAt(since)) void entries.delete(entry.id)
    else void entries.put({ ...entry, owner: to })
  }
  await done
  database.close()
}

/** `onDeleted`: a session ended in some tab. The database is being deleted, and must not be written to any more. */
async function open(onDeleted?: () => void): Promise<IDBPDatabase<Schema>> {
  const opening = openDB<Schema>(outboxDatabase, 1, {
    upgrade: (database) => void database.createObjectStore(outboxStore, { keyPath: 'id' }),
    blocking: (_from, _to, { target }) => {
      onDeleted?.()
      ;(target as IDBDatabase).close()
    },
  })
  const database = await Promise.race([opening, waitInSteps(timeoutMs)])
  if (database?.objectStoreNames.contains(outboxStore)) return database
  // A foreign database is deleted; the next visit creates its own.
  if (database) emptyOutbox()
  opening.then((opened) => opened.close()).catch(() => undefined)
  throw new Error('No database of ours')
}

/** Waits in steps, because a suspended page has given its database no time to answer. */
async function waitInSteps(ms: number): Promise<undefined> {
  const steps = 6
  for (let step = 0; step < steps; step += 1) await new Promise((resolve) => setTimeout(resolve, ms / steps))
}

function inMemory(inOrder: boolean): Outbox {
  const entries = new Map<string, OutboxEntry>()
  return {
    isStored: false,
    inOrder,
    all: () => Promise.resolve([...entries.values()]),
    put(entry, replaced) {
      if (replaced !== undefined) entries.delete(replaced)
      entries.set(entry.id, entry)
      return Promise.resolve()
    },
    get: (id) => Promise.resolve(entries.get(id)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
    wakeWorkerLater: () => undefined,
    close: () => entries.clear(),
  }
}
