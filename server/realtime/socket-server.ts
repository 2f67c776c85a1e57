import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { describeError, type Logger } from '../log.ts'
import { isUuid } from '../http/uuid.ts'
import { findBearer } from '../modules/session/sessions.ts'
import { type Realtime, roomOf } from './realtime.ts'

export interface SocketServer extends Realtime {
  attach(server: HttpServer): void
  close(): Promise<void>
}

interface Needs {
  db: Database
  clock: Clock
  log: Logger
  corsOrigins: readonly string[]
}

interface Caller {
  /** The member's id, or the guest's. */
  id: string
  /** Empty for a guest. */
  session: string
}

/** Events to open apps. A socket may join one room: that of the member or guest it proved, or claims, to be. */
export function createSocketServer({ db, clock, log, corsOrigins }: Needs): SocketServer {
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    cors: corsOrigins.length > 0 ? { origin: [...corsOrigins] } : undefined,
  })

  io.use((socket, next) => {
    const admit = async () => {
      try {
        const caller = await identify(socket)
        socket.data = caller
        next(caller ? undefined : new Error('UNAUTHORIZED'))
      } catch (error) {
        log.error('socket-refused', describeError(error))
        next(new Error('INTERNAL_SERVER_ERROR'))
      }
    }
    void admit()
  })

  io.on('connection', (socket) => {
    socket.on('join', (room: unknown, done?: unknown) => {
      const own = roomOf((socket.data as Caller).id)
      const allowed = room === own
      if (allowed) void socket.join(own)
      if (typeof done === 'function') done({ joined: allowed })
    })
  })

  async function identify(socket: Socket): Promise<Caller | undefined> {
    const { token, guestId } = socket.handshake.auth as { token?: unknown; guestId?: unknown }
    if (typeof token === 'string' && token !== '') {
      const bearer = await findBearer(db, token, clock.now())
      return bearer.kind === 'member' ? { id: bearer.member.id, session: bearer.session } : undefined
    }
    return typeof guestId === 'string' && isUuid(guestId) ? { id: guestId, session: '' } : undefined
  }

  return {
    attach: (server) => {
      io.attach(server)
    },
    close: () => io.close(),
    walletChanged: (memberId, reason) => {
      io.to(roomOf(memberId)).emit('wallet', { reason })
    },
    message: (id, message) => {
      io.to(roomOf(id)).emit('messaging', message)
    },
    signedOut: (memberId, which) => {
      for (const socket of io.sockets.sockets.values()) {
        const { id, session } = socket.data as Caller
        const ended = 'session' in which ? session === which.session : session !== which.except
        if (id === memberId && ended) socket.disconnect(true)
      }
    },
  }
}
