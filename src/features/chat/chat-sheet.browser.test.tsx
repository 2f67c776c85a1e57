import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dropToken } from '#api/token.ts'
import { endSession, signIn } from '#data/session/session.ts'
import {
  type Answers,
  type Asked,
  lost,
  refusal,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { ChatSheet } from './chat-sheet.tsx'

/** The backend's side of the socket without extensions: no acknowledgement, no sequence numbers. */
const socket = vi.hoisted(() => {
  const heard = new Map<string, (data: unknown) => void>()
  const emitted: unknown[][] = []
  const self = {
    connected: false,
    on: (name: string, listener: (data: unknown) => void) => void heard.set(name, listener),
    off: () => heard.clear(),
    timeout: () => ({
      emit: (...what: unknown[]) => {
        const late = what.pop() as (error: Error) => void
        emitted.push(what)
        queueMicrotask(() => late(new Error('nobody acknowledges')))
      },
    }),
    connect: () => undefined,
    disconnect: () => undefined,
  }
  return {
    heard,
    emitted,
    self,
    say: (name: string, data?: unknown) => heard.get(name)?.(data),
    options: [] as unknown[],
  }
})
vi.mock('socket.io-client', () => ({
  io: (origin: string, options: unknown) => {
    socket.options.push([origin, options])
    queueMicrotask(() => {
      socket.self.connected = true
      socket.say('connect')
    })
    return socket.self
  },
}))

interface Stored {
  sender: string
  message: { message_type: string; payload: object }
  session_id: string
  createdAt: string
  [field: string]: unknown
}

let stored: Stored[]
let answers: Answers
let asked: Asked[]
const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)
const keep = (message: Omit<Stored, 'createdAt'>) => {
  const one = {
    ...message,
    createdAt: new Date(Date.UTC(2026, 10, 23, 5, stored.length)).toISOString(),
  } as Stored
  stored.push(one)
  socket.say('messaging', one)
  return one
}
const textOf = (words: string) => ({ message_type: 'text', payload: { text: words } })

beforeEach(() => {
  dropToken()
  noteExtensions('')
  stored = []
  socket.self.connected = false
  socket.emitted.length = 0
  socket.options.length = 0
  answers = {
    '/api/wallet': () => ({
      profile: { _id: 'm1', username: '0812345678', name: 'มะลิ', createdAt: '2026-01-01T00:00:00Z' },
      wallet: { amount: 0 },
      invite: { amount: 0 },
      slots: [],
    }),
    '/api/chat/config': () => ({ PREFIX: 'room-' }),
    '/api/chat/history': ({ body }) => {
      const { limit, skip } = body as { limit: number; skip: number }
      return { messages: stored.toReversed().slice(skip, skip + limit), total: stored.length }
    },
    '/api/chat/send-message': ({ body }) => keep(body as Stored),
    '/api/chat/read-customer/': () => ({ message: 'OK' }),
  }
  asked = stubBackend(answers)
})
afterEach(() => {
  signIn('cleaning', false)
  endSession()
  vi.unstubAllGlobals()
})

const show = () => renderScreen(<ChatSheet onClose={() => undefined} />)

test('a member chats with a backend without extensions', async () => {
  signIn('token-1', false)
  keep({ sender: 'agent', message: textOf('Hello'), session_id: 's1', userId: 'm1' })
  const screen = await show()
  // Each message is also in the live region, outside the list.
  const talk = screen.getByLabelText('Messages of the chat')
  await expect.element(talk.getByText('Hello', { exact: true })).toBeVisible()
  await expect.poll(() => socket.emitted).toContainEqual(['join', 'room-m1'])
  expect(socket.options).toEqual([
    [location.origin, expect.objectContaining({ transports: ['websocket'], auth: { token: 'token-1' } })],
  ])

  await screen.getByLabelText('Your message').fill('Where is <0/> my <b>money</b>?')
  await screen.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(talk.getByText('Where is <0/> my <b>money</b>?', { exact: true })).toBeVisible()
  await expect
    .poll(() => bodies('/api/chat/send-message'))
    .toEqual([
      expect.objectContaining({
        sender: 'customer',
        message: textOf('Where is <0/> my <b>money</b>?'),
        userId: 'm1',
        username: '0812345678',
        name: 'มะลิ',
        session_id: 's1',
      }),
    ])
  const [sent] = bodies('/api/chat/send-message') as object[]
  expect(sent).not.toHaveProperty('createdAt')
  expect(sent).not.toHaveProperty('clientId')
  expect(sent).not.toHaveProperty('guestId')

  keep({ sender: 'agent', message: textOf('On its way'), session_id: 's1', userId: 'm1' })
  await expect.element(talk.getByText('On its way', { exact: true })).toBeVisible()
  // Shown once, although both the reply and the history contain it: without ids they are known to be the same by the reply.
  await expect
    .poll(() => talk.getByText('Where is <0/> my <b>money</b>?', { exact: true }).elements())
    .toHaveLength(1)
  // No extension fields are sent.
  for (const body of bodies('/api/chat/history'))
    expect(Object.keys(body as object).toSorted()).toEqual(['limit', 'skip', 'userId'])
})

test('a guest is identified only by a random id', async () => {
  const screen = await show()
  await expect.element(screen.getByText('How can we help?')).toBeVisible()
  await screen.getByLabelText('Your message').fill('I cannot log in')
  await screen.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => bodies('/api/chat/send-message')).toHaveLength(1)
  const [sent] = bodies('/api/chat/send-message') as { guestId: string }[]
  await expect.poll(() => sent).toMatchObject({ sender: 'customer', message: textOf('I cannot log in') })
  expect(sent).not.toHaveProperty('userId')
  expect(sent?.guestId).toMatch(/^[\da-f]{8}-/u)
  expect(socket.options.at(-1)).toMatchObject([location.origin, { auth: { guestId: sent?.guestId } }])
})

test.each([
  ['nobody answers', lost],
  [
    'a network in between answers',
    () => new Response('<p>Pay here', { headers: { 'Content-Type': 'text/html' } }),
  ],
])('where %s in place of the backend, what is written waits', async (_, answer) => {
  noteExtensions('client-id')
  const answered = { ...answers }
  for (const path of Object.keys(answers)) answers[path] = answer
  const screen = await show()
  await expect.poll(() => bodies('/api/chat/config')).toHaveLength(1)
  await screen.getByLabelText('Your message').fill('Is anybody there?')
  await screen.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(screen.getByText('Waits to be sent')).toBeVisible()
  await expect.element(screen.getByText('Cannot start chatting')).not.toBeInTheDocument()
  Object.assign(answers, answered)
  globalThis.dispatchEvent(new Event('online'))
  await expect.poll(() => stored).toMatchObject([{ message: textOf('Is anybody there?') }])
})

test('a backend that fails to start the chat is said to, and asked again by a tap', async () => {
  answers['/api/chat/config'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  const screen = await show()
  await expect.element(screen.getByText('Cannot start chatting').first()).toBeVisible()
  await expect.element(screen.getByLabelText('Your message')).toBeDisabled()
  answers['/api/chat/config'] = () => ({ PREFIX: 'room-' })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Connected')).toBeVisible()
  await expect.element(screen.getByLabelText('Your message')).toBeEnabled()
})

test('a member who cannot be loaded is asked for again by a tap', async () => {
  signIn('token-1', false)
  const wallet = answers['/api/wallet']!
  answers['/api/wallet'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  const screen = await show()
  await expect.element(screen.getByText('Cannot start chatting')).toBeVisible()
  expect(screen.getByText('Loading the chat').query()).toBeNull()
  answers['/api/wallet'] = wallet
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('How can we help?')).toBeVisible()
})

test('errors of refused files speak of files, not of slips', async () => {
  signIn('token-1', false)
  const screen = await show()
  await expect.element(screen.getByText('How can we help?')).toBeVisible()
  const attach = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('No way to attach')
    await userEvent.upload(input, file)
  }
  await attach(new File(['x'], 'slip.pdf', { type: 'application/pdf' }))
  await expect.element(screen.getByText('File is not supported')).toBeVisible()
  await attach(new File([], 'empty.png', { type: 'image/png' }))
  await expect.element(screen.getByText('The file is empty. Please choose another one.')).toBeVisible()
  await attach(new File([new Uint8Array(10 * 2 ** 20 + 1)], 'large.png', { type: 'image/png' }))
  await expect
    .element(screen.getByText('The file is too large. Please select file no larger than 10 MB.'))
    .toBeVisible()
})

test('the text field grows with its text in every engine, up to a height, then scrolls', async () => {
  const screen = await show()
  const field = screen.getByLabelText('Your message')
  await expect.element(field).toBeVisible()
  const area = field.element() as HTMLTextAreaElement
  // `field-sizing` would do this, but only in Chromium.
  expect(
    CSS.supports('field-sizing', 'content') && getComputedStyle(area).getPropertyValue('field-sizing'),
  ).toBe('fixed')
  const heights: number[] = []
  const hidden: number[] = []
  for (const lines of [1, 2, 4, 40]) {
    await field.fill(Array.from({ length: lines }, () => 'ນ້ຳໃຈດີ ກ່ຽວກັບ ຜູ້ທີ່').join('\n'))
    heights.push(area.offsetHeight)
    hidden.push(area.scrollHeight - area.clientHeight)
  }
  const [one = 0, two = 0, four = 0, most = 0] = heights
  expect(two).toBeGreaterThan(one)
  expect(four).toBeGreaterThan(two)
  expect(most).toBeGreaterThan(four - 1)
  expect(most).toBeLessThanOrEqual(160)
  expect(hidden).toEqual([0, 0, 0, expect.toSatisfy((px: number) => px > 0)])
  expect(
    Number.parseFloat(getComputedStyle(area).lineHeight) / Number.parseFloat(getComputedStyle(area).fontSize),
  ).toBeGreaterThanOrEqual(1.7)
  await field.fill('')
  expect(area.offsetHeight).toBeLessThanOrEqual(one)
})
