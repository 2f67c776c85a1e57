import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { EventStreams } from './event-streams.ts'
import { type ChatEvents, type MemberEvents, type Realtime, walletReasons } from './realtime.ts'

/** Connects the processes on one database: what one publishes, all others receive. */
export interface ProcessLink {
  /** Never throws: a text that cannot be published now is lost. */
  publish(text: string): void
  /** Call once. `heard`: another process published something; `back`: some messages may have been lost. */
  onMessage(heard: (text: string) => void, back: () => void): Promise<void>
  close(): Promise<void>
}

interface Parts {
  /** Reaches the other processes by itself. */
  sockets: MemberEvents & ChatEvents
  /** Knows only the streams of this process. */
  streams: EventStreams
  link?: ProcessLink | undefined
}

/** A process of another release may name a reason that this one does not know. */
const reason = v.fallback(v.picklist(walletReasons), 'missed')

const announcement = v.union([
  v.object({ from: v.string(), memberId: v.string(), reason }),
  v.object({ from: v.string(), session: v.string() }),
])

const received = v.pipe(v.string(), v.parseJson(), announcement)

/** Notifies all open apps, by sockets and by event streams, in this process and in those connected with it. */
export async function createRealtime({ sockets, streams, link }: Parts): Promise<Realtime> {
  const self = randomUUID()
  const own = `{"from":"${self}"`
  const publish = (what: object) => link?.publish(JSON.stringify({ from: self, ...what }))

  function hear(text: string): void {
    // PostgreSQL delivers to a process what it has published itself, too.
    if (text.startsWith(own)) return
    const { success, output } = v.safeParse(received, text)
    if (!success) return
    if ('session' in output) streams.signedOut([output.session])
    else streams.walletChanged(output.memberId, output.reason)
  }
  await link?.onMessage(hear, () => streams.catchUp())

  return {
    listen: (listener) => streams.listen(listener),
    walletChanged(memberId, reason) {
      sockets.walletChanged(memberId, reason)
      streams.walletChanged(memberId, reason)
      publish({ memberId, reason })
    },
    signedOut(sessions) {
      sockets.signedOut(sessions)
      streams.signedOut(sessions)
      // One by one: PostgreSQL limits a notification to 8,000 bytes.
      for (const session of sessions) publish({ session })
    },
    message: (room, message) => sockets.message(room, message),
    read: (room, event) => sockets.read(room, event),
  }
}
