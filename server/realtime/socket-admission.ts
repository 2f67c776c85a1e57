import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'socket.io'
import { findBearer } from '../auth/sessions.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { hostnameOf } from '../hostnames.ts'
import { ApiError } from '../http/api-error.ts'
import { createOpenCounts } from '../http/limits/open-counts.ts'
import { callerAddress } from '../http/page/origin.ts'
import { isOwnHost } from '../http/page/own-hosts.ts'
import { ADDRESS_SHARE, createRequestLimit, type SharedCounts } from '../http/limits/request-limit.ts'
import { describeError, type Logger } from '../log.ts'
import { guestRoom } from './rooms.ts'

interface Needs {
  db: Database
  clock: Clock
  log: Logger
  config: Pick<Config, 'requestsPerMinute' | 'proxyHops' | 'publicOrigin' | 'apiOrigin' | 'sandbox' | 'host'>
  sharedCounts: SharedCounts | undefined
  limits?: SocketLimits | undefined
}

/** Whose socket it is: its `data`, once it is admitted. */
export interface SocketCaller {
  /** The member's id, or the guest's. */
  id: string
  /** Empty for a guest. */
  session: string
}

/** The maximum numbers of sockets in one process. A whole mobile network may have one address. */
export interface SocketLimits {
  /** Of one member or guest, on several tabs and phones. */
  perPerson: number
  /** Of the guests of one address: an id costs a guest nothing. */
  guestsPerAddress: number
  membersPerAddress: number
  /** Of all guests, at about 23 KB each: what they may not take is left for members. */
  guests: number
  /** Connections of one address, with those that have not said yet whose they are. */
  perAddress: number
}
const LIMITS: SocketLimits = {
  perPerson: 20,
  guestsPerAddress: 200,
  membersPerAddress: 2000,
  guests: 5000,
  perAddress: 2500,
}

interface SocketAdmission {
  /** Whether a connection may be opened, before it has said whose it is. */
  mayConnect(request: IncomingMessage): boolean
  /** Counts an open connection under its address until it closes. */
  countConnection(conn: Socket['conn']): void
  /** Socket.IO's middleware: admits a socket as its caller's, or refuses it with an error code. */
  admit: Parameters<Server['use']>[0]
}

/** Decides which connections and sockets are admitted, and for whom. */
export function createSocketAdmission(needs: Needs): SocketAdmission {
  const { db, clock, log, config, sharedCounts, limits = LIMITS } = needs
  const opened = createOpenCounts()
  /** The connections that are counted as somebody's. */
  const owned = new WeakSet<Socket['conn']>()
  const limit = createRequestLimit(clock, sharedCounts)

  const addressOf = ({ headers, socket }: IncomingMessage): string =>
    callerAddress(config, headers['x-forwarded-for'], socket.remoteAddress)

  async function identify(socket: Socket): Promise<SocketCaller | undefined> {
    const { token, guestId } = socket.handshake.auth as { token?: unknown; guestId?: unknown }
    if (typeof token === 'string' && token !== '') {
      const bearer = await findBearer(db, token, clock.now())
      return bearer.kind === 'member' ? { id: bearer.member.id, session: bearer.session } : undefined
    }
    const id = guestRoom(guestId)
    return id === undefined ? undefined : { id, session: '' }
  }

  /** Counts the one caller of a connection until it closes: a socket may leave it open. Throws if a limit would be exceeded. */
  function countCaller({ conn, request }: Socket, { id, session }: SocketCaller): void {
    // Closed while its caller was looked up: nothing would take it back.
    if (conn.readyState !== 'open') return
    // Not refused: the app would go on as connected without hearing anything. It connects again after a close.
    if (owned.has(conn)) return conn.close()
    const address = addressOf(request)
    const ofGuest: [string, number][] = [
      ['guests', limits.guests],
      [`guests:${address}`, limits.guestsPerAddress],
    ]
    const ofMember: [string, number][] = [[`members:${address}`, limits.membersPerAddress]]
    const release = opened.take(
      new Map([[`person:${id}`, limits.perPerson], ...(session === '' ? ofGuest : ofMember)]),
    )
    owned.add(conn)
    conn.once('close', release)
  }

  async function admit(socket: Socket, next: (refusal?: Error) => void): Promise<void> {
    try {
      limit(`sockets:${addressOf(socket.request)}`, config.requestsPerMinute * ADDRESS_SHARE)
      const caller = await identify(socket)
      if (caller) countCaller(socket, caller)
      socket.data = caller
      next(caller ? undefined : new Error('UNAUTHORIZED'))
    } catch (error) {
      if (error instanceof ApiError) return next(new Error(error.message))
      log.error('socket-refused', describeError(error))
      next(new Error('INTERNAL_SERVER_ERROR'))
    }
  }

  return {
    mayConnect(request) {
      const isFull = opened.isFull(`address:${addressOf(request)}`, limits.perAddress)
      return !isFull && isOwnHost(config, hostnameOf(request.headers.host ?? ''))
    },
    countConnection(conn) {
      const address = `address:${addressOf(conn.request)}`
      conn.once('close', opened.take(new Map([[address, Infinity]])))
    },
    admit: (socket, next) => void admit(socket, next),
  }
}
