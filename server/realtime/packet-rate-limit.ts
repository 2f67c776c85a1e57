import type { Socket } from 'socket.io'

type Connection = Socket['conn']

const SPAN = 10_000
/** An app connects, joins its room and answers a ping now and then. */
const MAX_PACKETS = 100

/** Disconnects clients that flood the socket: messages are sent over HTTP, where they are rate limited. */
export function limitPackets(connection: Connection): void {
  let began = Date.now()
  let count = 0
  connection.on('packet', () => {
    const now = Date.now()
    if (now - began > SPAN) {
      began = now
      count = 0
    }
    count += 1
    // Destroyed instead of closed, because closing would give it half a minute to answer.
    if (count > MAX_PACKETS) connection.request.socket.destroy()
  })
}
