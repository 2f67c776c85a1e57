import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import { ApiError, toApiError } from '#api/api-error.ts'
import { holdLock } from '#lib/hold-lock.ts'
import { outboxLock, outboxNews, type ReadyRequest, tellOfSent } from '#lib/outbox-names.ts'
import { store } from '#lib/store.ts'
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

interface Delivery<Content, Step extends string> {
  signal: AbortSignal
  /** Updates the shown state. */
  setState(state: { status?: Step; progress?: number }): void
  /** Stores what a retry need not do again. */
  keep(content: Content): Promise<void>
  /** Performs the step whose repetition a server without keys would treat as a new one. */
  once<T>(send: () => Promise<T>): Promise<T>
}

export interface QueuePorts<Content, Step extends string, Answer> {
  /** Sends it to the server. Throws what `toApiError` accepts. */
  deliver(one: Queued<Content, Step>, delivery: Delivery<Content, Step>): Promise<Answer>
  /** Whether the server recognises a repeat by its key. Otherwise entries are resent only on the person's request. */
  isRepeatSafe(): boolean
  delivered(answer: Answer, one: Queued<Content, Step>): void
  /**
   * Reads the reply to an entry that another tab or the worker has sent; `delivered` follows. Missing where what was sent comes to
   * the page by another way.
   */
  readAnswer?: (answer: unknown) => Answer
  /** What the worker may send in place of `deliver`, if that is one request; undefined where only the page can. */
  prepare(one: Pick<Queued<Content, Step>, 'id' | 'content'>): ReadyRequest | undefined
  /** Parses an entry stored by an earlier visit; undefined where it is invalid or its file is lost. */
  read(content: unknown, file: Blob | undefined): Content | undefined
}

export interface OutboxQueue<Content, Step extends string = 'sending'> {
  /** The waiting entries in order; empty once the queue is closed. */
  waitingAtom: Atom<readonly Queued<Content, Step>[]>
  add(one: Pick<Queued<Content, Step>, 'id' | 'at' | 'content' | 'file'>): Promise<void>
  /** Sends a failed entry again. */
  resend(id: string): void
  /** Removes an entry, also while it is being sent. */
  remove(id: string): void
  /** Retries now, because the network may be back. */
  poke(): void
  /** Reads what other tabs have sent, removed or added. */
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

const newsShape = v.object({ id: v.string(), answer: v.unknown() })

/** The response was lost, or the page closed meanwhile, and the server would treat a repeat as a new entry. */
export const mayHaveArrived = (error: ApiError | undefined): boolean => error?.code === 'MAY_HAVE_ARRIVED'
const arrivalUnknown = () => new ApiError('refused', { code: 'MAY_HAVE_ARRIVED' })

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Sends the entries of an outbox one after the other, each until the server has it. */
export function createOutboxQueue<Content, Step extends string, Answer>(
  outbox: Outbox,
  { deliver, isRepeatSafe, delivered, readAnswer, prepare, read }: QueuePorts<Content, Step, Answer>,
): OutboxQueue<Content, Step> {
  type One = Queued<Content, Step>
  const waitingAtom = atom<readonly One[]>([])
  const orders = new Map<string, number>()
  const stored = new Set<string>()
  let going: { id: string; abort: AbortController } | undefined
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The network came back while an entry was being sent. */
  let needsAnother = false
  let closed = false
  /** What was sent or removed elsewhere, without its file: the news of it may come after it is gone. */
  const gone = new Map<string, One>()
  const miss = (one: One) => void gone.set(one.id, { ...one, file: undefined })
  const news =
    readAnswer && outbox.isStored && 'BroadcastChannel' in globalThis
      ? new BroadcastChannel(outboxNews)
      : undefined
  news?.addEventListener('message', ({ data }) => {
    const sent = v.safeParse(newsShape, data)
    const one = sent.success && (find(sent.output.id) ?? gone.get(sent.output.id))
    if (!one || !readAnswer) return
    delivered(readAnswer(sent.output.answer), one)
    gone.delete(one.id)
    drop(one.id)
  })

  const waiting = () => store.get(waitingAtom)
  const show = (next: readonly One[]) => store.set(waitingAtom, next)
  const change = (id: string, to: Partial<One>) =>
    show(waiting().map((one) => (one.id === id ? { ...one, ...to } : one)))
  const find = (id: string) => waiting().find((one) => one.id === id)

  /** Storing may fail (no room, or the session ended meanwhile): then the entry is only in memory. */
  const keep = async ({ id, at, content, file, status, error }: One) => {
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
    await outbox.put({ id, order, content: kept, ...(file && { file }), ...(request && { request }) }).then(
      () => {
        stored.add(id)
        // Removed while it was being stored.
        if (!closed && !find(id)) drop(id)
      },
      () => change(id, { isKept: false }),
    )
  }
  const drop = (id: string) => {
    if (going?.id === id) going.abort.abort()
    if (find(id)) show(waiting().filter((one) => one.id !== id))
    orders.delete(id)
    if (stored.delete(id)) void outbox.remove(id).catch(() => undefined)
  }

  async function attempt({ id }: One): Promise<'done' | 'later'> {
    const abort = new AbortController()
    const { signal } = abort
    going = { id, abort }
    try {
      // One tab, or the worker, sends at a time: without keys, two at once would make two slips. The next one uses the state that
      // the first has stored.
      return await holdLock(outboxLock(id), { signal }, () => deliverAs(id, signal))
    } finally {
      going = undefined
    }
  }

  async function deliverAs(id: string, signal: AbortSignal): Promise<'done' | 'later'> {
    const delivery: Delivery<Content, Step> = {
      signal,
      setState: (state) => change(id, state),
      async keep(content) {
        change(id, { content })
        const one = find(id)
        if (one) await keep({ ...one, status: 'waiting' })
      },
      async once(send) {
        if (isRepeatSafe()) return send()
        const keepAs = async (state: Pick<One, 'status' | 'error'>) => {
          const one = find(id)
          if (one) await keep({ ...one, ...state })
        }
        // If the page closes now, the next visit must not resend it by itself.
        await keepAs({ status: 'failed', error: arrivalUnknown() })
        try {
          return await send()
        } catch (thrown) {
          if (toApiError(thrown).outcomeUnknown) throw arrivalUnknown()
          await keepAs({ status: 'waiting' })
          throw thrown
        }
      },
    }
    try {
      // Removed or sent by another tab meanwhile, so it must not be shown as being sent.
      const entry = stored.has(id) ? await outbox.get(id) : undefined
      const shown = find(id)
      if (stored.has(id) && !entry) {
        if (shown) miss(shown)
        drop(id)
      }
      const there = entry && queuedOf(entry)
      // Tried by another tab, so only the person may repeat it.
      if (there?.status === 'failed') change(id, there)
      const one = find(id)
      if (closed || one?.status !== 'waiting') return 'done'
      const answer = await deliver(one, delivery)
      if (closed || !find(id)) return 'done'
      delivered(answer, one)
      if (news) tellOfSent({ id, answer })
      drop(id)
      return 'done'
    } catch (thrown) {
      const one = find(id)
      if (closed || !one) return 'done'
      const error = toApiError(thrown)
      if (isWorthWaiting(error)) {
        change(id, { status: 'waiting', progress: 0 })
        // The page may be closed before the next attempt.
        outbox.wakeWorkerLater()
        return 'later'
      }
      change(id, { status: 'failed', error })
      await keep({ ...one, status: 'failed', error })
      return 'done'
    }
  }

  async function drain(): Promise<void> {
    clearTimeout(timer)
    const later = new Set<string>()
    for (;;) {
      if (going || closed) return
      const isHeldBack = outbox.inOrder && later.size > 0
      const next = isHeldBack
        ? undefined
        : waiting().find(({ id, status }) => status === 'waiting' && !later.has(id))
      if (!next) break
      needsAnother = false
      const outcome = await attempt(next)
      if (needsAnother) later.clear()
      else if (outcome === 'later') later.add(next.id)
      if (outcome === 'done') pause = firstPauseMs
    }
    if (later.size === 0) return
    timer = setTimeout(() => void drain(), pause)
    pause = Math.min(pause * 2, longestPauseMs)
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
    async add(given) {
      const one: One = { ...given, isKept: outbox.isStored, status: 'waiting', progress: 0 }
      show([...waiting(), one])
      await keep(one)
      void drain()
    },
    resend(id) {
      const one = find(id)
      if (one?.status !== 'failed') return
      // Shown only after it is stored, because sending reads the stored entries.
      void keep({ ...one, status: 'waiting' }).then(() => {
        change(id, { status: 'waiting', progress: 0 })
        return drain()
      })
    },
    remove: drop,
    poke() {
      pause = firstPauseMs
      needsAnother = true
      void drain()
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
      const place = ({ id }: One) => orders.get(id) ?? Infinity
      show([...known, ...added].toSorted((one, other) => place(one) - place(other)))
      void drain()
    },
    close() {
      closed = true
      clearTimeout(timer)
      going?.abort.abort()
      news?.close()
      show([])
      outbox.close()
    },
  }
}

/**
 * Connection problems, server errors and rate limits pass; refusals do not, nor what is too large for a gateway (413), which says so in
 * its own words.
 */
const isWorthWaiting = ({ isTemporary, code, status }: ApiError): boolean =>
  status !== 413 && (isTemporary || code.startsWith('REQUEST_LIMIT'))
