import { io } from 'socket.io-client'

/** How often the connection is checked, in ms. */
const checkMs = 5000
/** Not every backend acknowledges a join: after this time in ms it counts as done. */
const joinTimeoutMs = 3000

interface ConnectionEvents {
  /** Joined the room, at first and after each break: messages may have been missed meanwhile. */
  joined(reply: unknown): void
  message(message: unknown): void
  read(event: unknown): void
  /** The member's balance changed. */
  wallet(): void
  /** The connection came up or broke. */
  connected(isConnected: boolean): void
  /** The backend closed the connection: the session may have ended. */
  closedByServer(): void
}

interface ConnectionAddress {
  origin: string
  room: string
  auth: { token: string } | { guestId: string }
  /** Calls back when the app becomes visible or the network returns. Returns a function that unsubscribes. */
  onWake: (wake: () => void) => () => void
}

/**
 * The pauses before an attempt to connect again, in ms: half a second after a break, and twice as long after each failure, up to five
 * seconds. Each is made up to half shorter or longer by chance, so that not every app calls at once when the server comes back.
 */
export const reconnection = { reconnectionDelay: 500, reconnectionDelayMax: 5000, randomizationFactor: 0.5 }

/** Opens the connection to the backend's events. It reconnects by itself until it is closed. */
export function openChatConnection(
  { origin, room, auth, onWake }: ConnectionAddress,
  events: ConnectionEvents,
): { close(): void } {
  const socket = io(origin, {
    transports: ['websocket'],
    ...reconnection,
    auth,
    forceNew: true,
  })
  // Each reconnection is a new socket for the server, which has to join again.
  socket.on('connect', () => {
    socket.timeout(joinTimeoutMs).emit('join', room, (timedOut: Error | null, reply?: unknown) => {
      if (timedOut && !socket.connected) return
      events.connected(true)
      events.joined(reply)
    })
  })
  socket.on('disconnect', (reason) => {
    events.connected(false)
    if (reason === 'io server disconnect') events.closedByServer()
  })
  socket.on('messaging', (message: unknown) => events.message(message))
  socket.on('read', (event: unknown) => events.read(event))
  socket.on('wallet', () => events.wallet())

  // Socket.IO does not reconnect by itself after the server has closed or refused the connection. An active one is being connected:
  // to ask again would make a second caller of one connection, which the server closes.
  const check = () => {
    if (!socket.active) socket.connect()
  }
  const timer = setInterval(check, checkMs)
  const stopWaking = onWake(check)
  return {
    close() {
      clearInterval(timer)
      stopWaking()
      socket.off()
      socket.disconnect()
    },
  }
}
