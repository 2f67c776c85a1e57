import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import { ApiError } from '#api/api-error.ts'
import type { ReadyRequest } from '#lib/outbox/outbox-names.ts'
import { store } from '#lib/store.ts'
import { inMemoryCountAtom } from './outbox-flag.ts'
import { nextOrder, type Outbox, type OutboxEntry } from './outbox.ts'

/** An entry that the server has not confirmed yet. */
export interface Queued<Content, Step extends string = 'sending'> {
  /** The idempotency key. */
  id: string
  /** When the person sent it, in ms since 1970. */
  at: number
  content: Content
  file?: Blob
  /** False where the browser refused to store it: it ends with the page. */
  isKept: boolean
  /** `waiting` is for the network, or for the previous entry. */
  status: 'waiting' | 'failed' | Step
  /** Upload progress of the file, 0 to 1. */
  progress: number
  error?: ApiError
}

export interface EntryPorts<Content> {
  /** Whether the server recognises a repeat by its key. Otherwise entries are resent only on the person's request. */
  isRepeatSafe(): boolean
  /** What the worker may send in place of the page, if that is one request; undefined where only the page can. */
  prepare(one: { id: string; content: Content }): ReadyRequest | undefined
  /** Parses an entry stored by an earlier visit; undefined where it is invalid or its file is lost. */
  read(content: unknown, file: Blob | undefined): Content | undefined
}

export interface OutboxEntries<Content, Step extends string> {
  /** In order; empty once they are closed. */
  waitingAtom: Atom<readonly Queued<Content, Step>[]>
  find(id: string): Queued<Content, Step> | undefined
  /** Also what was sent or removed elsewhere, without its file: the news of it may come after it is gone. */
  findWithGone(id: string): Queued<Content, Step> | undefined
  /** `replaced`: the id of another, which this one stands for from now on. */
  add(one: Pick<Queued<Content, Step>, 'id' | 'at' | 'content' | 'file'>, replaced?: string): Promise<void>
  /** Changes what is shown, not what is stored. */
  change(id: string, to: Partial<Queued<Content, Step>>): void
  /** Stores an entry. What is shown stays as it is. */
  keep(one: Queued<Content, Step>): Promise<void>
  drop(id: string): void
  /** Reads what other tabs and the worker have made of an entry. */
  refreshOne(id: string): Promise<Queued<Content, Step> | undefined>
  /** Reads what other tabs and the worker have sent, removed or added. */
  refresh(): Promise<void>
  close(): void
}

const keptShape = v.object({
  at: v.pipe(v.number(), v.finite()),
  content: v.unknown(),
  failed: v.optional(v.boolean()),
  /** The server's reason. */
  reason: v.optional(
    v.object({
      code: v.string(),
      text: v.string(),
      body: v.optional(v.unknown()),
      status: v.optional(v.number()),
    }),
  ),
})
type Kept = v.InferOutput<typeof keptShape>

const inMemory = (entries: readonly Pick<Queued<unknown>, 'isKept'>[]) =>
  entries.filter(({ isKept }) => !isKept).length

/** The entries of an outbox as this page shows them, and as they are stored for the next visit. */
export function createOutboxEntries<Content, Step extends string>(
  outbox: Outbox,
  { isRepeatSafe, prepare, read }: EntryPorts<Content>,
): OutboxEntries<Content, Step> {
  type One = Queued<Content, Step>
  const waitingAtom = atom<readonly One[]>([])
  const orders = new Map<string, number>()
  const stored = new Set<string>()
  const gone = new Map<string, One>()
  let closed = false

  const waiting = () => store.get(waitingAtom)
  const show = (next: readonly One[]) => {
    if (closed) return
    store.set(inMemoryCountAtom, (count) => count + inMemory(next) - inMemory(waiting()))
    store.set(waitingAtom, next)
  }
  const change = (id: string, to: Partial<One>) =>
    show(waiting().map((one) => (one.id === id ? { ...one, ...to } : one)))
  const find = (id: string) => waiting().find((one) => one.id === id)
  const miss = (one: One) => void gone.set(one.id, { ...one, file: undefined })

  /** Storing may fail (no room, or the session ended meanwhile): then the entry is only in memory. */
  const keep = async ({ id, at, content, file, status, error }: One, replaced?: string) => {
    const order = orders.get(id) ?? nextOrder(at)
    orders.set(id, order)
    const kept: Kept = {
      at,
      content,
      failed: status === 'failed',
      ...(error && {
        reason: { code: error.code, text: error.text, body: error.body, status: error.status },
      }),
    }
    // A failed entry is repeated only by the member, and without keys a repeat would be a second entry.
    const mayWorkerSend = status !== 'failed' && isRepeatSafe()
    const request = mayWorkerSend ? prepare({ id, content }) : undefined
    const entry = { id, order, content: kept, ...(file && { file }), ...(request && { request }) }
    await outbox.put(entry, replaced).then(
      () => {
        stored.add(id)
        if (replaced !== undefined) forget(replaced)
        // Removed while it was being stored.
        if (!closed && !find(id)) drop(id)
      },
      () => change(id, { isKept: false }),
    )
  }

  /** Returns whether it is stored. */
  function forget(id: string): boolean {
    if (find(id)) show(waiting().filter((one) => one.id !== id))
    orders.delete(id)
    gone.delete(id)
    return stored.delete(id)
  }

  function drop(id: string): void {
    if (forget(id)) void outbox.remove(id).catch(() => undefined)
  }

  function queuedOf({ id, content, file }: OutboxEntry): One | undefined {
    const kept = v.safeParse(keptShape, content)
    const mine = kept.success ? read(kept.output.content, file) : undefined
    if (!kept.success || mine === undefined) return undefined
    const { at, failed, reason } = kept.output
    return {
      id,
      at,
      content: mine,
      isKept: outbox.isStored,
      status: failed ? 'failed' : 'waiting',
      progress: 0,
      ...(file && { file }),
      ...(reason && { error: new ApiError('refused', reason) }),
    }
  }

  return {
    waitingAtom,
    find,
    findWithGone: (id) => find(id) ?? gone.get(id),
    async add(given, replaced) {
      const one: One = { ...given, isKept: outbox.isStored, status: 'waiting', progress: 0 }
      show([...waiting().filter(({ id }) => id !== replaced), one])
      await keep(one, replaced)
    },
    change,
    keep,
    drop,
    async refreshOne(id) {
      if (!stored.has(id)) return find(id)
      const entry = await outbox.get(id)
      const shown = find(id)
      if (!entry) {
        drop(id)
        if (shown) miss(shown)
      }
      const there = entry && queuedOf(entry)
      // Tried by another tab, so only the person may repeat it.
      if (there?.status === 'failed') change(id, there)
      return find(id)
    },
    async refresh() {
      const entries = await outbox.all().catch(() => undefined)
      if (!entries || closed) return
      const there = new Set(entries.map(({ id }) => id))
      const isGone = ({ id }: One) => !there.has(id) && stored.has(id)
      for (const one of waiting()) if (isGone(one)) miss(one)
      const known = waiting().filter((one) => !isGone(one))
      const added = entries.flatMap((entry) => {
        if (find(entry.id)) return []
        const one = queuedOf(entry)
        if (!one) {
          void outbox.remove(entry.id).catch(() => undefined)
          return []
        }
        stored.add(entry.id)
        orders.set(entry.id, entry.order)
        return one
      })
      const orderOf = ({ id }: One) => orders.get(id) ?? Infinity
      show([...known, ...added].toSorted((one, other) => orderOf(one) - orderOf(other)))
    },
    close() {
      show([])
      closed = true
      outbox.close()
    },
  }
}
