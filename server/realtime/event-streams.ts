import { findOpenSessions } from '../auth/sessions.ts'
import { type Clock, MINUTE, SECOND } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { ApiError } from '../http/api-error.ts'
import { newestEntry } from '../ledger/newest-entry.ts'
import { describeError, type Logger } from '../log.ts'
import { createOpenCounts } from '../http/limits/open-counts.ts'
import type { Listener, MemberEvents, WalletReason } from './realtime.ts'

export interface EventStreams extends MemberEvents {
  listen(listener: Listener): ReadableStream<Uint8Array>
  /** Notifies every stream that missed something, after events of other processes may have been lost. */
  catchUp(): void
  close(): void
}

/** How often a stream says that it lives, in ms: sooner than proxies and phone networks cut a silent connection. */
const HEARTBEAT = 20 * SECOND
/** How long a stream lasts, in ms. Then it is ended, and the app opens another. */
const MAX_LIFE = 30 * MINUTE
/** The maximum of one member's streams, on several tabs and phones. */
const MAX_STREAMS = 20
/** The maximum of streams of one address, which may be a whole mobile network's. */
const MAX_OF_ADDRESS = 2000
/** A client with this many unread events is disconnected, and resumes by its last id. */
const MAX_UNREAD = 64

interface Parts {
  db: Database
  clock: Pick<Clock, 'now'>
  log: Logger
  maxOfAddress?: number
}

interface Stream extends Listener {
  send(text: string): void
  end(): void
}

/**
 * Server-sent events about members' money, for the apps connected to this process. An event's id is the number of the member's
 * newest ledger entry: an app that resumes with an older id has missed something, and gets a `missed` event.
 */
export function createEventStreams({ db, clock, log, maxOfAddress = MAX_OF_ADDRESS }: Parts): EventStreams {
  const streams = new Map<string, Set<Stream>>()
  const opened = createOpenCounts()
  let isClosed = false
  const all = () => [...streams.values()].flatMap((ofMember) => [...ofMember])
  const heartbeat = setInterval(() => {
    all().forEach((stream) => stream.send(':\n\n'))
    endRevoked(all()).catch((error: unknown) => log.error('sessions-not-checked', describeError(error)))
  }, HEARTBEAT)
  heartbeat.unref()

  /** Ends those of these streams whose session has ended, whether or not anybody said so: a member is closed by hand, in the database. */
  async function endRevoked(asked: readonly Stream[]): Promise<void> {
    if (asked.length === 0) return
    const open = await findOpenSessions(db, [...new Set(asked.map(({ session }) => session))], clock.now())
    for (const stream of asked) if (!open.has(stream.session)) stream.end()
  }

  /** Calls back with the number of the member's newest entry, once only open sessions still listen. */
  function withNewest(memberId: string, then: (newest: number) => void): void {
    const ofMember = [...(streams.get(memberId) ?? [])]
    Promise.all([newestEntry(db, memberId), endRevoked(ofMember)]).then(
      ([newest]) => then(newest),
      (error: unknown) => {
        log.error('event-without-id', describeError(error))
        // The apps reconnect, and then learn what they missed.
        for (const stream of ofMember) stream.end()
      },
    )
  }

  function listen(listener: Listener): ReadableStream<Uint8Array> {
    const { memberId, address } = listener
    if (isClosed) throw new ApiError('REQUEST_LIMIT')
    const release = opened.take(
      new Map([
        [`member:${memberId}`, MAX_STREAMS],
        [`address:${address}`, maxOfAddress],
      ]),
    )
    const ofMember = streams.get(memberId) ?? new Set()
    let stream: Stream
    let life: NodeJS.Timeout
    const remove = () => {
      clearTimeout(life)
      release()
      if (ofMember.delete(stream) && ofMember.size === 0) streams.delete(memberId)
    }
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const encoder = new TextEncoder()
          const end = () => {
            if (ofMember.has(stream)) controller.close()
            remove()
          }
          stream = {
            ...listener,
            end,
            send(text) {
              if (!ofMember.has(stream)) return
              controller.enqueue(encoder.encode(text))
              if ((controller.desiredSize ?? 0) <= 0) end()
            },
          }
          life = setTimeout(end, MAX_LIFE)
          life.unref()
          ofMember.add(stream)
          streams.set(memberId, ofMember)
          catchUp(stream, true)
        },
        cancel: remove,
      },
      { highWaterMark: MAX_UNREAD },
    )
  }

  /** Sends a stream what it missed; a new stream that missed nothing gets its current id. */
  function catchUp(stream: Stream, isNew: boolean): void {
    withNewest(stream.memberId, (newest) => {
      const { lastEventId = newest } = stream
      if (lastEventId !== newest) stream.send(walletEvent(newest, 'missed'))
      else if (isNew) stream.send(eventOf('ready', newest, {}))
      stream.lastEventId = newest
    })
  }

  return {
    listen,
    walletChanged(memberId, reason) {
      const ofMember = streams.get(memberId)
      if (!ofMember) return
      withNewest(memberId, (newest) => {
        for (const stream of ofMember) {
          stream.send(walletEvent(newest, reason))
          stream.lastEventId = newest
        }
      })
    },
    signedOut(sessions) {
      for (const stream of all()) if (sessions.includes(stream.session)) stream.end()
    },
    catchUp: () => all().forEach((stream) => catchUp(stream, false)),
    close() {
      isClosed = true
      clearInterval(heartbeat)
      all().forEach((stream) => stream.end())
    },
  }
}

const walletEvent = (id: number, reason: WalletReason) => eventOf('wallet', id, { reason })

const eventOf = (name: string, id: number, data: object) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
