import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openChatConnection } from './chat-connection.ts'

vi.mock('socket.io-client', () => ({ io: vi.fn<typeof io>() }))

const silent = { joined() {}, message() {}, read() {}, wallet() {}, up() {}, hungUp() {} }
let socket: { connected: boolean; connect: () => void }

beforeEach(() => {
  vi.useFakeTimers()
  const nothing = () => undefined
  socket = { connected: false, connect: vi.fn<() => void>() }
  const quiet = Object.assign(socket, { on: nothing, off: nothing, disconnect: nothing })
  vi.mocked(io).mockReturnValue(quiet as never)
})
afterEach(() => vi.useRealTimers())

const open = () =>
  openChatConnection(
    { origin: '', room: 'room', auth: { guestId: 'g' }, onWake: () => () => undefined },
    silent,
  )

test('a line that is down is taken up again every five seconds, one that holds is left alone', () => {
  const line = open()
  vi.advanceTimersByTime(4999)
  expect(socket.connect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5000)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  socket.connected = true
  vi.advanceTimersByTime(20_000)
  socket.connected = false
  line.close()
  vi.advanceTimersByTime(20_000)
  expect(socket.connect).toHaveBeenCalledTimes(2)
})

test('after a break half a second passes before the next try, over a websocket alone', () => {
  open().close()
  expect(vi.mocked(io).mock.lastCall?.[1]).toMatchObject({
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 500,
  })
})
