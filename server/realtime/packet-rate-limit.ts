import type { Socket } from 'socket.io'

type Connection = Socket['conn']

const SPAN = 10_000
/** An app says hello, joins its room and answers a ping now and then. */
const MAX_PACKETS = 100

/** Hangs up on whoever floods the socket: messages come over HTTP, where they are counted. */
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
    // Not asked to close, which would leave it half a minute to answer in.
    if (count > MAX_PACKETS) connection.request.socket.destroy()
  })
}
