import * as v from 'valibot'
import { ApiError, toApiError } from '#api/api-error.ts'
import { holdLock } from '#lib/outbox/hold-lock.ts'
import { outboxLock, outboxNews, tellOfSent } from '#lib/outbox/outbox-names.ts'
import { store } from '#lib/store.ts'
import { createOutboxEntries, type EntryPorts, type OutboxEntries, type Queued } from './outbox-entries.ts'
import type { Outbox } from './outbox.ts'

interface Delivery<Content, Step extends string> {
  signal: AbortSignal
  /** Updates the shown state. */
  setState(state: { status?: Step; progress?: number }): void
  /** Stores what a retry need not do again. */
  keep(content: Content): Promise<void>
  /** Performs the step whose repetition a server without keys would treat as a new one. */
  once<T>(send: () => Promise<T>): Promise<T>
}

export interface QueuePorts<Content, Step extends string, Answer> extends EntryPorts<Content> {
  /** Sends it to the server. Throws what `toApiError` accepts. */
  deliver(one: Queued<Content, Step>, delivery: Delivery<Content, Step>): Promise<Answer>
  delivered(answer: Answer, one: Queued<Content, Step>): void
  /**
   * Reads the reply to an entry that another tab or the worker has sent; `delivered` follows. Missing where what was sent comes to
   * the page by another way.
   */
  readAnswer?: (answer: unknown) => Answer
}

export interface OutboxQueue<Content, Step extends string = 'sending'> extends Pick<
  OutboxEntries<Content, Step>,
  'waitingAtom' | 'add' | 'refresh' | 'close'
> {
  /** Sends a failed entry again. */
  resend(id: string): void
  /** Removes an entry, also while it is being sent. */
  remove(id: string): void
  /** Retries now, because the network may be back. */
  poke(): void
}

const newsShape = v.object({ id: v.string(), answer: v.unknown() })

/** The response was lost, or the page closed meanwhile, and the server would treat a repeat as a new entry. */
export const mayHaveArrived = (error: ApiError | undefined): boolean => error?.code === 'MAY_HAVE_ARRIVED'
const arrivalUnknown = () => new ApiError('refused', { code: 'MAY_HAVE_ARRIVED' })

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Sends the entries of an outbox one after the other, each until the server has it. */
export function createOutboxQueue<Content, Step extends string, Answer>(
  outbox: Outbox,
  { deliver, delivered, readAnswer, ...ports }: QueuePorts<Content, Step, Answer>,
): OutboxQueue<Content, Step> {
  type One = Queued<Content, Step>
  const entries = createOutboxEntries<Content, Step>(outbox, ports)
  const { waitingAtom, find, change, keep } = entries
  let going: { id: string; abort: AbortController } | undefined
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The network came back while an entry was being sent. */
  let needsAnother = false
  let closed = false
  const news =
    readAnswer && outbox.isStored && 'BroadcastChannel' in globalThis
      ? new BroadcastChannel(outboxNews)
      : undefined
  news?.addEventListener('message', ({ data }) => {
    const sent = v.safeParse(newsShape, data)
    const one = sent.success && entries.findWithGone(sent.output.id)
    if (!one || !readAnswer) return
    delivered(readAnswer(sent.output.answer), one)
    remove(one.id)
  })

  function remove(id: string): void {
    if (going?.id === id) going.abort.abort()
    entries.drop(id)
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
    try {
      // Removed or sent by another tab meanwhile, it must not be shown as being sent.
      const one = await entries.refreshOne(id)
      if (one?.status !== 'waiting') return 'done'
      const answer = await deliver(one, deliveryOf(id, signal))
      if (!find(id)) return 'done'
      delivered(answer, one)
      if (news) tellOfSent({ id, answer })
      remove(id)
      return 'done'
    } catch (thrown) {
      const one = find(id)
      if (!one) return 'done'
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

  function deliveryOf(id: string, signal: AbortSignal): Delivery<Content, Step> {
    const keepAs = async (state: Pick<One, 'status' | 'error'>) => {
      const one = find(id)
      if (one) await keep({ ...one, ...state })
    }
    return {
      signal,
      setState: (state) => change(id, state),
      async keep(content) {
        change(id, { content })
        await keepAs({ status: 'waiting' })
      },
      async once(send) {
        if (ports.isRepeatSafe()) return send()
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
  }

  async function drain(): Promise<void> {
    clearTimeout(timer)
    const later = new Set<string>()
    for (;;) {
      if (going || closed) return
      const isHeldBack = outbox.inOrder && later.size > 0
      const next = isHeldBack
        ? undefined
        : store.get(waitingAtom).find(({ id, status }) => status === 'waiting' && !later.has(id))
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

  return {
    waitingAtom,
    async add(...given) {
      await entries.add(...given)
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
    remove,
    poke() {
      pause = firstPauseMs
      needsAnother = true
      void drain()
    },
    async refresh() {
      await entries.refresh()
      void drain()
    },
    close() {
      closed = true
      clearTimeout(timer)
      going?.abort.abort()
      news?.close()
      entries.close()
    },
  }
}

/**
 * Connection problems, server errors and rate limits pass; refusals do not, nor what is too large for a gateway (413), which says so in
 * its own words.
 */
const isWorthWaiting = ({ isTemporary, code, status }: ApiError): boolean =>
  status !== 413 && (isTemporary || code.startsWith('REQUEST_LIMIT'))
