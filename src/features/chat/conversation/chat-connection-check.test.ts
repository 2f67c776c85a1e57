import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChatConnection } from './chat-connection.ts'

vi.mock('socket.io-client', () => ({ io: vi.fn<typeof io>() }))

const silent = { joined() {}, message() {}, read() {}, wallet() {}, connected() {}, closedByServer() {} }
let socket: { active: boolean; connect: () => void }

beforeEach(() => {
  vi.useFakeTimers()
  const nothing = () => undefined
  socket = { active: false, connect: vi.fn<() => void>() }
  const quiet = Object.assign(socket, { on: nothing, off: nothing, disconnect: nothing })
  vi.mocked(io).mockReturnValue(quiet as never)
})
afterEach(() => vi.useRealTimers())

const open = () =>
  openChatConnection(
    { origin: '', room: 'room', auth: { guestId: 'g' }, onWake: () => () => undefined },
    silent,
  )

test('a refused connection is retried every five seconds, one that is open or being opened is left alone', () => {
  const connection = open()
  vi.advanceTimersByTime(4999)
  expect(socket.connect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5000)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  socket.active = true
  vi.advanceTimersByTime(20_000)
  socket.active = false
  connection.close()
  vi.advanceTimersByTime(20_000)
  expect(socket.connect).toHaveBeenCalledTimes(2)
})

test('it reconnects half a second after a break, then at growing pauses drawn at random, over a websocket only', () => {
  open().close()
  expect(vi.mocked(io).mock.lastCall?.[1]).toMatchObject({
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
  })
})
