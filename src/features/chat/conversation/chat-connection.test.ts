import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openChatConnection } from './chat-connection.ts'

let http: HttpServer
let server: Server
beforeAll(async () => {
  http = createServer()
  server = new Server(http, { transports: ['websocket'] })
  server.on('connection', (socket) => {
    socket.on('join', (room: string, done: (answer: unknown) => void) => {
      void socket.join(room)
      done({ joined: true, seq: 7 })
    })
  })
  await new Promise<void>((resolve) => {
    http.listen(0, resolve)
  })
})
afterAll(() => server.close())

function openConnection() {
  const events = {
    joined: vi.fn<(answer: unknown) => void>(),
    message: vi.fn<(message: unknown) => void>(),
    read: vi.fn<(event: unknown) => void>(),
    wallet: vi.fn<() => void>(),
    connected: vi.fn<(isConnected: boolean) => void>(),
    closedByServer: vi.fn<() => void>(),
  }
  const wakers = new Set<() => void>()
  const onWake = (wake: () => void) => {
    wakers.add(wake)
    return () => wakers.delete(wake)
  }
  const { port } = http.address() as AddressInfo
  const opened = openChatConnection(
    { origin: `http://localhost:${port}`, room: 'room-1', auth: { guestId: 'g' }, onWake },
    events,
  )
  return { ...events, wakers, close: opened.close }
}

test('joins, receives the room’s events, and disconnects when it is closed', async () => {
  const { joined, message, wallet, connected, wakers, close } = openConnection()
  await expect.poll(() => joined).toHaveBeenCalledWith({ joined: true, seq: 7 })
  expect(connected).toHaveBeenLastCalledWith(true)
  server.to('room-1').emit('messaging', { hello: 1 })
  server.to('room-1').emit('wallet', { reason: 'deposit' })
  server.to('room-2').emit('messaging', { not: 'ours' })
  await expect.poll(() => wallet).toHaveBeenCalledTimes(1)
  expect(message.mock.calls).toEqual([[{ hello: 1 }]])
  close()
  await expect.poll(() => server.sockets.sockets.size).toBe(0)
  expect(wakers.size).toBe(0)
})

test('distinguishes a connection closed by the server from a broken one', async () => {
  const { joined, closedByServer, close } = openConnection()
  await expect.poll(() => joined).toHaveBeenCalledTimes(1)
  for (const { conn } of server.sockets.sockets.values()) conn.close()
  await expect.poll(() => joined).toHaveBeenCalledTimes(2)
  expect(closedByServer).not.toHaveBeenCalled()
  server.in('room-1').disconnectSockets(true)
  await expect.poll(() => closedByServer).toHaveBeenCalledTimes(1)
  close()
})

test('reconnects after every break, and receives each event once', async () => {
  const { joined, message, connected, wakers, close } = openConnection()
  const breaks = 8
  for (let turn = 1; turn <= breaks; turn += 1) {
    await expect.poll(() => joined).toHaveBeenCalledTimes(turn)
    // Closed by the server, the socket does not reconnect by itself; a check does it.
    const byServer = turn % 2 === 0
    if (byServer) server.disconnectSockets(true)
    else for (const socket of server.sockets.sockets.values()) socket.conn.close()
    await expect.poll(() => connected).toHaveBeenLastCalledWith(false)
    for (const wake of wakers) wake()
  }
  await expect.poll(() => joined).toHaveBeenCalledTimes(breaks + 1)
  expect([server.sockets.sockets.size, wakers.size]).toEqual([1, 1])
  server.to('room-1').emit('messaging', 'once')
  await expect.poll(() => message).toHaveBeenCalledWith('once')
  expect(message).toHaveBeenCalledTimes(1)
  close()
})
