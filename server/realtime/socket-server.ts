import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { JoinAnswer } from '#api/contract/chat.ts'
import { type Clock, later, MINUTE, SECOND } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { hostnameOf } from '../hostnames.ts'
import { callerAddress } from '../http/origin.ts'
import { isOwnHost } from '../http/own-hosts.ts'
import { createRequestLimit } from '../http/request-limit.ts'
import { ApiError } from '../http/api-error.ts'
import { describeError, type Logger } from '../log.ts'
import { findBearer, findOpenSessions } from '../auth/sessions.ts'
import { lastMessagesSince } from './chat-message.ts'
import { createOpenCounts } from '../http/open-counts.ts'
import { limitPackets } from './packet-rate-limit.ts'
import { type ChatEvents, type MemberEvents, roomOf } from './realtime.ts'
import type { RedisLink } from './redis-link.ts'
import { guestRoom, newestSeq } from './rooms.ts'

export interface SocketServer extends MemberEvents, ChatEvents {
  attach(server: HttpServer): void
  close(): Promise<void>
}

interface Needs {
  db: Database
  clock: Clock
  log: Logger
  config: Pick<
    Config,
    'corsOrigins' | 'requestsPerMinute' | 'proxyHops' | 'publicOrigin' | 'apiOrigin' | 'sandbox' | 'host'
  >
  /** Connects this process with others; without it there is only this one. */
  redis?: RedisLink | undefined
  limits?: SocketLimits
}

interface Caller {
  /** The member's id, or the guest's. */
  id: string
  /** Empty for a guest. */
  session: string
}

/**
 * A room's last message is sent again if it was written up to this long before the outage, in ms: it may not have reached the apps when
 * Redis fell silent.
 */
const UNNOTICED = MINUTE
/** The time over which members fetch their wallets after an outage, in ms, so that they do not all do so at once. */
const SPREAD = 5 * SECOND

/** The most sockets in one process. A whole mobile network may have one address. */
interface SocketLimits {
  /** Of one member or guest, for his tabs and phones. */
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

// An internal room, which nobody can join by name: its prefix differs from `roomOf`'s.
const sessionRoom = (session: string) => `session:${session}`

/**
 * Sends events to open apps. A socket may join one room: that of the member it has authenticated as, or of the guest whose
 * secret id it knows.
 */
export function createSocketServer({ db, clock, log, config, redis, limits = LIMITS }: Needs): SocketServer {
  const { corsOrigins, requestsPerMinute } = config
  const opened = createOpenCounts()
  /** The connections that are counted as somebody's. */
  const owned = new WeakSet<Socket['conn']>()
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    allowRequest: (request, done) => {
      const isFull = opened.isFull(`address:${addressOf(request)}`, limits.perAddress)
      done(null, !isFull && isOwnHost(config, hostnameOf(request.headers.host ?? '')))
    },
    cors: corsOrigins.length > 0 ? { origin: [...corsOrigins] } : undefined,
    ...(redis && { adapter: redis.adapter }),
  })
  const limit = createRequestLimit(clock, redis?.counts)

  io.use((socket, next) => {
    const admit = async () => {
      try {
        limit(`sockets:${addressOf(socket.request)}`, requestsPerMinute * 10)
        const caller = await identify(socket)
        if (caller) count(socket, caller)
        socket.data = caller
        next(caller ? undefined : new Error('UNAUTHORIZED'))
      } catch (error) {
        if (error instanceof ApiError) return next(new Error(error.message))
        log.error('socket-refused', describeError(error))
        next(new Error('INTERNAL_SERVER_ERROR'))
      }
    }
    void admit()
  })

  io.on('connection', (socket) => {
    const { id, session } = socket.data as Caller
    if (session) void socket.join(sessionRoom(session))
    // Without a listener Socket.IO prints to the console whatever clients send.
    socket.on('error', () => {})
    socket.on('join', (room: unknown, done?: unknown) => {
      const own = roomOf(id)
      const isOwn = typeof room === 'string' && room.toLowerCase() === own.toLowerCase()
      const answer = (said: JoinAnswer) => {
        if (typeof done === 'function') done(said)
      }
      if (!isOwn) return answer({ joined: false })
      // In this order, so that a message in between is both delivered and counted.
      void socket.join(own)
      newestSeq(db, id).then(
        (seq) => answer({ joined: true, seq }),
        (error: unknown) => {
          log.error('join-without-seq', describeError(error))
          answer({ joined: true })
        },
      )
    })
  })

  async function identify(socket: Socket): Promise<Caller | undefined> {
    const { token, guestId } = socket.handshake.auth as { token?: unknown; guestId?: unknown }
    if (typeof token === 'string' && token !== '') {
      const bearer = await findBearer(db, token, clock.now())
      return bearer.kind === 'member' ? { id: bearer.member.id, session: bearer.session } : undefined
    }
    const id = guestRoom(guestId)
    return id === undefined ? undefined : { id, session: '' }
  }

  function addressOf({ headers, socket }: IncomingMessage): string {
    return callerAddress(config, headers['x-forwarded-for'], socket.remoteAddress)
  }
  /** Counts the one caller of a connection until it closes: a socket may leave it open. Throws if it is one too many. */
  function count({ conn, request }: Socket, { id, session }: Caller): void {
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
  /** The sockets of all processes; while Redis is down, those of this process. */
  const all = () => (redis && !redis.isUp() ? io.local : io)

  /** Breaks all connections of this process as a bad network would: the apps reconnect and ask for what they missed. */
  const dropAll = () => {
    for (const { conn } of io.sockets.sockets.values()) conn.close()
  }
  /**
   * Tells the apps of this process what they may have missed while Redis was away, without breaking their connections: the last
   * message of a room, by which an app sees which ones it lacks, and, spread over some seconds, to fetch the wallet.
   */
  async function catchUp(since: Date): Promise<void> {
    const here = [...io.sockets.sockets.values()].map((socket) => ({ socket, ...(socket.data as Caller) }))
    const sessions = new Set(here.map(({ session }) => session).filter((session) => session !== ''))
    const open = await findOpenSessions(db, [...sessions], clock.now())
    for (const { socket, session } of here) if (session !== '' && !open.has(session)) socket.disconnect(true)
    const ids = [...new Set(here.map(({ id }) => id))]
    for (const { room, message } of await lastMessagesSince(db, ids, later(since, -UNNOTICED)))
      io.local.to(roomOf(room)).emit('messaging', message)
    for (const id of ids) {
      const tell = () => io.local.to(roomOf(id)).emit('wallet', { reason: 'missed' })
      setTimeout(tell, Math.random() * SPREAD).unref()
    }
  }
  redis?.onMissed((since) => {
    catchUp(since).catch((error: unknown) => {
      log.error('sockets-not-caught-up', describeError(error))
      dropAll()
    })
  })
  // The adapter skips messages between two reads until it has read one: this provides one regularly.
  const beat = redis && setInterval(() => all().to('nobody').emit('beat'), 10_000)
  beat?.unref()

  return {
    attach: (server) => {
      io.attach(server)
      io.engine.on('connection', (connection: Socket['conn']) => {
        const address = `address:${addressOf(connection.request)}`
        connection.once('close', opened.take(new Map([[address, Infinity]])))
        limitPackets(connection)
      })
    },
    close: async () => {
      clearInterval(beat)
      dropAll()
      await io.close()
    },
    walletChanged: (memberId, reason) => {
      all().to(roomOf(memberId)).emit('wallet', { reason })
    },
    message: (id, message) => {
      all().to(roomOf(id)).emit('messaging', message)
    },
    read: (id, event) => {
      all().to(roomOf(id)).emit('read', event)
    },
    signedOut: (sessions) => {
      // One by one: an empty list of rooms would mean all sockets.
      for (const session of sessions) all().in(sessionRoom(session)).disconnectSockets(true)
    },
  }
}
