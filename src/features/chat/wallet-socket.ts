import { io } from 'socket.io-client'
import { request } from '#api/client.ts'
import { chatConfig } from '#api/contract/chat.ts'
import { readToken } from '#api/token.ts'
import { env } from '#lib/env.ts'

/**
 * Joins the member's room and calls back whenever money arrived or left, and after every (re)connection, because something
 * may have been missed. Gives what ends it; where the backend has no such rooms nothing happens.
 */
export async function followWallet(memberId: string, moved: () => void): Promise<() => void> {
  const config = await request(chatConfig, {}).catch(() => undefined)
  if (!config) return () => undefined
  const socket = io(env.chatOrigin || location.origin, {
    transports: ['websocket'],
    reconnectionDelay: 500,
    auth: { token: readToken() },
  })
  socket.on('connect', () => {
    socket.emit('join', config.PREFIX + memberId)
    moved()
  })
  socket.on('wallet', moved)
  return () => void socket.disconnect()
}
