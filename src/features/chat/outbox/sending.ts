import type { Body, Reply } from '#api/contract/call.ts'
import type { ChatMessage, sendChatMessage, uploadChatImage } from '#api/contract/chat.ts'
import { type ApiError, toApiError } from '#api/api-error.ts'
import { nextOrder, type Outbox, type OutboxEntry } from '#data/outbox.ts'
import type { Medium } from '../composer/attachment-rules.ts'

type Content = Body<typeof sendChatMessage>['message']
type Uploaded = Reply<typeof uploadChatImage>

/** A message that the server has not confirmed yet. */
export interface Waiting {
  clientId: string
  /** When it was written, in ms. */
  at: number
  content: Content | { medium: Medium; uploaded?: Uploaded }
  file?: Blob
  /** `waiting`: for the network, or for the one before it. */
  status: 'waiting' | 'uploading_file' | 'sending' | 'failed'
  /** How much of the file is on its way, 0 to 1. */
  part: number
  error?: ApiError
}

export interface SendingPorts {
  send(clientId: string, message: Content): Promise<ChatMessage>
  upload(medium: Medium, file: Blob, onPart: (part: number) => void, signal: AbortSignal): Promise<Uploaded>
  sent(message: ChatMessage): void
  now(): number
  newId(): string
}

export interface Sending {
  waiting(): readonly Waiting[]
  subscribe(listener: () => void): () => void
  write(message: Content | { medium: Medium; file: Blob }): Promise<void>
  /** Tries a failed one once more. */
  resend(clientId: string): void
  /** Gives up one that waits or failed. */
  remove(clientId: string): void
  /** The server has these: they wait no more. */
  arrived(messages: readonly ChatMessage[]): void
  /** The network may be back. */
  poke(): void
  /** Takes over what another tab has sent, removed or written. */
  refresh(): Promise<void>
  close(): void
}

interface Kept {
  at: number
  content: Waiting['content']
  failed?: boolean
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Sends what was written, one after the other, each until the server has it: it tells a repeat by its `clientId`. */
export function createSending(outbox: Outbox, owner: string, ports: SendingPorts): Sending {
  let queue: readonly Waiting[] = []
  const orders = new Map<string, number>()
  let going: { clientId: string; abort: AbortController } | undefined
  let pause = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const listeners = new Set<() => void>()

  const show = (next: readonly Waiting[]) => {
    queue = next
    for (const listener of listeners) listener()
  }
  const change = (clientId: string, to: Partial<Waiting>) =>
    show(queue.map((one) => (one.clientId === clientId ? { ...one, ...to } : one)))
  const find = (clientId: string) => queue.find((one) => one.clientId === clientId)

  /** Storing may fail (no room, or the session ended meanwhile): then it waits in memory alone. */
  const keep = async ({ clientId, at, content, file, status }: Waiting) => {
    const order = orders.get(clientId) ?? nextOrder(at)
    orders.set(clientId, order)
    const kept: Kept = { at, content, failed: status === 'failed' }
    const entry: OutboxEntry = {
      id: clientId,
      owner,
      kind: 'chat',
      order,
      content: kept,
      ...(file && { file }),
    }
    await outbox.put(entry).then(
      () => stored.add(clientId),
      () => undefined,
    )
  }
  const stored = new Set<string>()
  const drop = (clientId: string) => {
    if (going?.clientId === clientId) going.abort.abort()
    if (find(clientId)) show(queue.filter((one) => one.clientId !== clientId))
    orders.delete(clientId)
    if (stored.delete(clientId)) void outbox.remove(clientId).catch(() => undefined)
  }

  async function messageOf(one: Waiting, signal: AbortSignal): Promise<Content> {
    const { clientId, content, file } = one
    if (!('medium' in content)) return content
    let { uploaded } = content
    if (!uploaded && file) {
      change(clientId, { status: 'uploading_file', part: 0 })
      uploaded = await ports.upload(content.medium, file, (part) => change(clientId, { part }), signal)
      const withUpload = { ...one, content: { ...content, uploaded } }
      change(clientId, withUpload)
      // A repeat after this need not upload again.
      await keep({ ...withUpload, status: 'waiting' })
    }
    const { url = '', filePath = '' } = uploaded ?? {}
    return { message_type: 'media', payload: { message: '', url, filePath, fileType: content.medium } }
  }

  async function deliver(one: Waiting): Promise<'done' | 'later'> {
    const { clientId } = one
    const abort = new AbortController()
    going = { clientId, abort }
    try {
      // Removed or sent by another tab: nobody may see it go out after that.
      if (stored.has(clientId) && !(await outbox.has(clientId))) {
        drop(clientId)
        return 'done'
      }
      const message = await messageOf(one, abort.signal)
      if (closed || !find(clientId)) return 'done'
      change(clientId, { status: 'sending' })
      const sent = await ports.send(clientId, message)
      if (closed) return 'done'
      ports.sent(sent)
      drop(clientId)
      return 'done'
    } catch (thrown) {
      if (closed || !find(clientId)) return 'done'
      const error = toApiError(thrown)
      if (isWorthWaiting(error)) {
        change(clientId, { status: 'waiting', part: 0 })
        return 'later'
      }
      const failed: Waiting = { ...(find(clientId) ?? one), status: 'failed', error }
      change(clientId, failed)
      await keep(failed)
      return 'done'
    } finally {
      going = undefined
    }
  }

  async function drain(): Promise<void> {
    clearTimeout(timer)
    for (;;) {
      const next = going || closed ? undefined : queue.find(({ status }) => status === 'waiting')
      if (!next) return
      if ((await deliver(next)) === 'later') {
        if (!closed) timer = setTimeout(() => void drain(), pause)
        pause = Math.min(pause * 2, longestPauseMs)
        return
      }
      pause = firstPauseMs
    }
  }

  async function refresh(): Promise<void> {
    const entries = await outbox.all().catch(() => undefined)
    if (!entries || closed) return
    const there = new Set(entries.map(({ id }) => id))
    const known = queue.filter(({ clientId }) => there.has(clientId) || !stored.has(clientId))
    const added = entries
      .filter(({ id }) => !find(id))
      .map((entry) => {
        stored.add(entry.id)
        orders.set(entry.id, entry.order)
        return waitingOf(entry)
      })
    const place = ({ clientId }: Waiting) => orders.get(clientId) ?? Infinity
    show([...known, ...added].toSorted((one, other) => place(one) - place(other)))
    void drain()
  }

  return {
    waiting: () => queue,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async write(message) {
      const { file, content } = 'medium' in message ? split(message) : { content: message }
      const one: Waiting = {
        clientId: ports.newId(),
        at: ports.now(),
        content,
        status: 'waiting',
        part: 0,
        ...(file && { file }),
      }
      show([...queue, one])
      await keep(one)
      void drain()
    },
    resend(clientId) {
      const one = find(clientId)
      if (one?.status !== 'failed') return
      change(clientId, { status: 'waiting', part: 0 })
      void keep({ ...one, status: 'waiting' }).then(drain)
    },
    remove: drop,
    arrived(messages) {
      for (const { clientId } of messages) if (clientId && find(clientId)) drop(clientId)
    },
    poke() {
      pause = firstPauseMs
      void drain()
    },
    refresh,
    close() {
      closed = true
      clearTimeout(timer)
      going?.abort.abort()
      listeners.clear()
      outbox.close()
    },
  }
}

const split = ({ medium, file }: { medium: Medium; file: Blob }) => ({ file, content: { medium } })

function waitingOf({ id, content, file }: OutboxEntry): Waiting {
  // Written by this app, in a database that nobody else writes to.
  const kept = content as Kept
  return {
    clientId: id,
    at: kept.at,
    content: kept.content,
    status: kept.failed ? 'failed' : 'waiting',
    part: 0,
    ...(file && { file }),
  }
}

/** The connection, the server's day, or too much at once: all that passes. A plain no does not. */
function isWorthWaiting({ kind, status, code }: ApiError): boolean {
  return kind !== 'refused' || status >= 500 || status === 429 || code.startsWith('REQUEST_LIMIT')
}
