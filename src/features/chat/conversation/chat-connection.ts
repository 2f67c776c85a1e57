import { io } from 'socket.io-client'

/** How often the line is looked at, in ms. */
const checkMs = 5000
/** A backend that does not answer a join has let us in. */
const joinMs = 3000

export interface ConnectionEvents {
  /** In the room, at first and after each break: what was said meanwhile may have been missed. */
  joined(answer: unknown): void
  message(message: unknown): void
  read(event: unknown): void
  /** The member's money moved. */
  wallet(): void
  /** Whether the line holds. */
  up(up: boolean): void
  /** The backend hung up of its own accord: the session may be over. */
  hungUp(): void
}

interface ConnectionAddress {
  origin: string
  room: string
  auth: { token: string } | { guestId: string }
  /** Calls back when a look at the line is worth it: the app is looked at again, the network is back. Gives what ends it. */
  onWake: (wake: () => void) => () => void
}

/** The one connection to the backend's events. It comes back by itself for as long as it is not closed. */
export function openChatConnection(
  { origin, room, auth, onWake }: ConnectionAddress,
  events: ConnectionEvents,
): { close(): void } {
  const socket = io(origin, {
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 500,
    auth,
    forceNew: true,
  })
  // Joining once more on the same socket would do no harm, but each break makes a new one over there.
  socket.on('connect', () => {
    socket.timeout(joinMs).emit('join', room, (late: Error | null, answer?: unknown) => {
      if (late && !socket.connected) return
      events.up(true)
      events.joined(answer)
    })
  })
  socket.on('disconnect', (reason) => {
    events.up(false)
    if (reason === 'io server disconnect') events.hungUp()
  })
  socket.on('messaging', (message: unknown) => events.message(message))
  socket.on('read', (event: unknown) => events.read(event))
  socket.on('wallet', () => events.wallet())

  // A server that hangs up or refuses is not asked again by the socket itself.
  const check = () => {
    if (!socket.connected) socket.connect()
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
