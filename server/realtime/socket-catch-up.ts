import type { Server } from 'socket.io'
import { findOpenSessions } from '../auth/sessions.ts'
import { type Clock, later, MINUTE, SECOND } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { lastMessagesSince } from './chat-message.ts'
import { roomOf } from './realtime.ts'
import type { SocketCaller } from './socket-admission.ts'

/**
 * A room's last message is sent again if it was written up to this long before the outage, in ms: it may not have reached the apps when
 * Redis fell silent.
 */
const UNNOTICED = MINUTE
/** The time over which members fetch their wallets after an outage, in ms, so that they do not all do so at once. */
const SPREAD = 5 * SECOND

interface Needs {
  db: Database
  clock: Clock
}

/** Disconnects this process's sockets whose session has ended, whether or not anybody said so: a member is closed by hand, in the database. */
export async function hangUpEnded(io: Server, { db, clock }: Needs): Promise<void> {
  const ofMembers = [...io.sockets.sockets.values()].flatMap((socket) => {
    const { session } = socket.data as SocketCaller
    return session === '' ? [] : { socket, session }
  })
  if (ofMembers.length === 0) return
  const open = await findOpenSessions(db, [...new Set(ofMembers.map(({ session }) => session))], clock.now())
  for (const { socket, session } of ofMembers) if (!open.has(session)) socket.disconnect(true)
}

/**
 * Tells the apps of this process what they may have missed while Redis was away, without breaking their connections: the last
 * message of a room, by which an app sees which ones it lacks, and, spread over some seconds, to fetch the wallet.
 */
export async function catchUpSockets(io: Server, { db, clock }: Needs, since: Date): Promise<void> {
  await hangUpEnded(io, { db, clock })
  const here = [...io.sockets.sockets.values()].map((socket) => socket.data as SocketCaller)
  const ids = [...new Set(here.map(({ id }) => id))]
  for (const { room, message } of await lastMessagesSince(db, ids, later(since, -UNNOTICED)))
    io.local.to(roomOf(room)).emit('messaging', message)
  for (const id of ids) {
    const tell = () => io.local.to(roomOf(id)).emit('wallet', { reason: 'missed' })
    setTimeout(tell, Math.random() * SPREAD).unref()
  }
}
