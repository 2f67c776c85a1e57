import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { JoinAnswer } from '#api/contract/chat.ts'
import { type Clock, SECOND } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { describeError, type Logger } from '../log.ts'
import { limitPackets } from './packet-rate-limit.ts'
import { type ChatEvents, type MemberEvents, roomOf } from './realtime.ts'
import type { RedisLink } from './redis-link.ts'
import { newestSeq } from './rooms.ts'
import { createSocketAdmission, type SocketCaller, type SocketLimits } from './socket-admission.ts'
import { catchUpSockets, hangUpEnded } from './socket-catch-up.ts'

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

/** How often sessions that nobody has said to have ended are looked for, in ms. */
const CHECK_EVERY = 20 * SECOND
/** How often the Redis adapter gets a message to read. */
const BEAT_EVERY = 10 * SECOND

// An internal room, which nobody can join by name: its prefix differs from `roomOf`'s.
const sessionRoom = (session: string) => `session:${session}`

/**
 * Sends events to open apps. A socket may join one room: that of the member it has authenticated as, or of the guest whose
 * secret id it knows.
 */
export function createSocketServer({ db, clock, log, config, redis, limits }: Needs): SocketServer {
  const { corsOrigins } = config
  const admission = createSocketAdmission({ db, clock, log, config, sharedCounts: redis?.counts, limits })
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10 * SECOND,
    allowRequest: (request, done) => done(null, admission.mayConnect(request)),
    cors: corsOrigins.length > 0 ? { origin: [...corsOrigins] } : undefined,
    ...(redis && { adapter: redis.adapter }),
  })

  io.use(admission.admit)

  io.on('connection', (socket) => {
    const { id, session } = socket.data as SocketCaller
    if (session) void socket.join(sessionRoom(session))
    // Without a listener Socket.IO prints to the console whatever clients send.
    socket.on('error', () => {})
    socket.on('join', (room: unknown, done?: unknown) => {
      const own = roomOf(id)
      const isOwn = typeof room === 'string' && room.toLowerCase() === own.toLowerCase()
      const answer = (joined: JoinAnswer) => {
        if (typeof done === 'function') done(joined)
      }
      if (!isOwn) return answer({ joined: false })
      // An app joins once on each connection: repeated without end, the question would keep the database from others.
      if (socket.rooms.has(own)) return answer({ joined: true })
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

  /** The sockets of all processes; while Redis is down, those of this process. */
  const all = () => (redis && !redis.isUp() ? io.local : io)

  /** Breaks all connections of this process as a bad network would: the apps reconnect and ask for what they missed. */
  const dropAll = () => {
    for (const { conn } of io.sockets.sockets.values()) conn.close()
  }

  redis?.onMissed((since) => {
    catchUpSockets(io, { db, clock }, since).catch((error: unknown) => {
      log.error('sockets-not-caught-up', describeError(error))
      dropAll()
    })
  })
  // The adapter skips messages between two reads until it has read one: this provides one regularly.
  const beat = redis && setInterval(() => all().to('nobody').emit('beat'), BEAT_EVERY)
  beat?.unref()
  const check = setInterval(() => {
    hangUpEnded(io, { db, clock }).catch((error: unknown) =>
      log.error('sessions-not-checked', describeError(error)),
    )
  }, CHECK_EVERY)
  check.unref()

  return {
    attach: (server) => {
      io.attach(server)
      io.engine.on('connection', (connection: Socket['conn']) => {
        admission.countConnection(connection)
        limitPackets(connection)
      })
    },
    close: async () => {
      clearInterval(beat)
      clearInterval(check)
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
