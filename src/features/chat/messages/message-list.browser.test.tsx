import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { serverNow } from '#lib/dates/clock.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import type { ConversationState } from '../conversation/conversation.ts'
import { messageAt, messagesUpTo } from '../conversation/test-messages.ts'
import { MessageList } from './message-list.tsx'

const talk = (messages: ConversationState['messages']): ConversationState => ({
  messages,
  phase: 'ready',
  older: 'more',
  unread: 0,
  origin: 'id-4000',
})
const onTop = vi.fn<() => void>()
const onEnd = vi.fn<() => void>()
const onAnswer = vi.fn<(title: string, payload: string) => void>()
type Messages = ConversationState['messages']
let becomes: (messages: Messages) => void

function Talk({ first }: { first: Messages }) {
  const [messages, setMessages] = useState(first)
  useEffect(() => {
    becomes = (next) => flushSync(() => setMessages(next))
  }, [])
  return (
    <div style={{ display: 'grid', blockSize: '500px' }}>
      <MessageList
        conversation={talk(messages)}
        waiting={[]}
        onTop={onTop}
        onEnd={onEnd}
        onResend={() => undefined}
        onRemove={() => undefined}
        onAnswer={onAnswer}
        empty={null}
      />
    </div>
  )
}
afterEach(() => {
  store.set(connectionAtom, 'online')
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

async function show(messages: Messages) {
  const screen = await renderScreen(<Talk first={messages} />)
  const inLog = (words: string) => screen.getByRole('log').getByText(words, { exact: true })
  return {
    screen,
    inLog,
    log: screen.getByRole('log').element(),
    top: (words: string) => inLog(words).element().getBoundingClientRect().top,
  }
}

test('of 5,000 messages only those near the window are on the page', async () => {
  const { inLog, log } = await show(messagesUpTo(5000))
  await expect.element(inLog('message 5000')).toBeVisible()
  const count = () => log.querySelectorAll('p').length
  expect(count()).toBeLessThan(120)
  log.scrollTop = -100_000
  await expect.poll(() => count()).toBeGreaterThan(10)
  await expect.poll(() => count()).toBeLessThan(120)
  await expect.poll(() => log.textContent).not.toContain('message 5000')
  log.scrollTop = 0
  await expect.element(inLog('message 5000')).toBeVisible()
})

test('older messages come in above without moving what is read', async () => {
  const { log, top } = await show(messagesUpTo(4100, 4000))
  log.scrollTop = -3000
  await expect.poll(() => log.textContent).toContain('message 4050')
  const before = top('message 4050')
  becomes(messagesUpTo(4100, 3990))
  expect(Math.abs(top('message 4050') - before)).toBeLessThan(2)
})

test('near the end new messages are followed, further up they are announced', async () => {
  const { screen, log, top } = await show(messagesUpTo(4050, 4000))
  log.scrollTop = -50
  becomes(messagesUpTo(4051, 4000))
  expect(log.scrollTop).toBe(0)
  expect(onEnd).toHaveBeenCalled()

  log.scrollTop = -300
  await expect.poll(() => log.scrollTop).toBe(-300)
  const before = top('message 4045')
  becomes(messagesUpTo(4052, 4000))
  expect(Math.abs(top('message 4045') - before)).toBeLessThan(2)
  await screen.getByRole('button', { name: 'New messages' }).click()
  await expect.poll(() => log.scrollTop).toBe(0)
  await expect.element(screen.getByRole('button', { name: 'New messages' })).not.toBeInTheDocument()
})

test('a screen reader is told of each message that was sent from here, and of none that was sent before', async () => {
  const mine = (seq: number, createdAt: number) =>
    messageAt(seq, { sender: 'customer', createdAt: new Date(createdAt).toISOString() })
  const earlier = [messageAt(1), mine(2, serverNow() - 60_000)]
  const { screen } = await show([])
  const region = screen.container.querySelector('[aria-live=polite]')!
  becomes(earlier)
  await expect.element(screen.getByText('message 2')).toBeVisible()
  expect(region.textContent).toBe('')
  const told: string[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) told.push(node.textContent ?? '')
  })
  observer.observe(region, { childList: true, subtree: true })
  const first = mine(3, serverNow() + 1)
  becomes([...earlier, first])
  await expect.poll(() => told).toEqual(['Sent'])
  becomes([...earlier, first, mine(4, serverNow() + 2)])
  await expect.poll(() => told).toEqual(['Sent', 'Sent'])
  observer.disconnect()
})

test('reaching the top asks for more', async () => {
  const { log } = await show(messagesUpTo(4100, 4000))
  expect(onTop).not.toHaveBeenCalled()
  log.scrollTop = -log.scrollHeight
  await expect.poll(() => onTop.mock.calls.length).toBeGreaterThan(0)
})

const said = (seq: number, message_type: string, payload: Record<string, unknown>) =>
  messageAt(seq, { message: { message_type: message_type as 'text', payload } })

test('every type of message is shown, and what can be answered is', async () => {
  const { screen, inLog, log } = await show([
    said(1, 'text', { text: 'See https://champa.example/help <b>now</b>' }),
    said(2, 'buttons', {
      text: 'What is it about?',
      buttons: [
        { type: 'postback', title: 'A deposit', payload: 'deposit' },
        { type: 'web_url', title: 'Read', url: 'https://champa.example/' },
        { type: 'phone_number', title: 'Call', payload: '+856 20 5551 2345' },
      ],
    }),
    said(3, 'media', { message: 'A picture', url: '/champa.svg', fileType: 'image' }),
    said(4, 'media', { message: '', url: 'https://champa.example/a.mp4', fileType: 'video' }),
    said(5, 'media', { message: '', url: 'https://champa.example/a.pdf', fileType: 'file' }),
    said(6, 'generic', {
      elements: [
        {
          title: 'By QR',
          subtitle: 'In a minute',
          buttons: [{ type: 'postback', title: 'Choose', payload: 'qr' }],
        },
      ],
    }),
    said(7, 'postback', { title: 'Chosen', payload: 'x' }),
    said(8, 'other', { anything: 1 }),
    said(9, 'buttons', {
      text: 'A trap',
      buttons: [{ type: 'web_url', title: 'Trap', url: 'javascript:alert(1)' }],
    }),
    said(10, 'quick_replies', { text: 'Did that help?', quick_replies: [{ title: 'Yes', payload: 'yes' }] }),
  ])
  const link = (name: string) => screen.getByRole('link', { name, exact: true })
  await expect
    .element(link('https://champa.example/help'))
    .toHaveAttribute('rel', expect.stringContaining('noopener'))
  await expect.element(screen.getByText('<b>now</b>')).toBeVisible()
  await expect.element(link('Read')).toHaveAttribute('href', 'https://champa.example/')
  await expect.element(link('Call')).toHaveAttribute('href', 'tel:+8562055512345')
  expect(link('Trap').query()).toBeNull()
  expect(log.querySelector('[href^=javascript]')).toBeNull()
  await expect.element(screen.getByRole('img', { name: 'A picture' })).toBeInTheDocument()
  await expect.element(screen.getByLabelText('Video')).toBeInTheDocument()
  await expect.element(link('Open the file')).toBeInTheDocument()
  await expect.element(screen.getByText('This message cannot be shown here')).toBeInTheDocument()
  await expect.element(inLog('Did that help?')).toBeInTheDocument()
  await screen.getByRole('button', { name: 'A deposit' }).click()
  await screen.getByRole('button', { name: 'Choose' }).click()
  expect(onAnswer.mock.calls).toEqual([
    ['A deposit', 'deposit'],
    ['Choose', 'qr'],
  ])
})

test('a picture fits the corner of its bubble, whoever sent it; above a caption there is none', async () => {
  const media = (message: string) => ({ message, url: '/champa.svg', fileType: 'image' })
  const { log } = await show([
    said(1, 'media', media('')),
    said(2, 'media', media('A caption')),
    { ...said(3, 'media', media('')), sender: 'customer' },
  ])
  await expect.poll(() => log.querySelectorAll('img').length).toBe(3)
  const corners = [...log.querySelectorAll('img')].map((picture) => {
    const { borderEndStartRadius, borderEndEndRadius } = getComputedStyle(picture)
    return [borderEndStartRadius, borderEndEndRadius]
  })
  expect(corners).toEqual([
    ['2px', '16px'],
    ['16px', '16px'],
    ['16px', '2px'],
  ])
})

test('in LINE, where a new tab would take the app’s place, a picture opens over the app', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 13) Line/13.4.0/IAB')
  const { screen } = await show([
    said(1, 'media', { message: 'My slip', url: '/champa.svg', fileType: 'image' }),
  ])
  const link = screen.getByRole('link', { name: 'My slip' })
  let isLeft: boolean | undefined
  const followed = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  addEventListener('click', followed, { once: true })
  await link.click()
  expect(isLeft).toBe(false)
  const dialog = screen.getByRole('dialog', { name: 'My slip' })
  await expect
    .element(dialog.getByRole('img'))
    .toHaveAttribute('src', new URL('/champa.svg', location.href).href)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(link).toHaveFocus()
})

test('a picture that is none is a link to its file, and on a card it is left out', async () => {
  const { screen, inLog, log } = await show([
    said(1, 'media', { message: 'My slip', url: '/src/main.tsx', fileType: 'image' }),
    said(2, 'generic', { elements: [{ title: 'By QR', subtitle: '', image_url: '/src/main.tsx' }] }),
  ])
  await expect.element(screen.getByRole('link', { name: 'Open the file' })).toBeVisible()
  await expect.element(inLog('My slip')).toBeVisible()
  await expect.element(inLog('By QR')).toBeVisible()
  await expect.poll(() => log.querySelector('img')).toBeNull()
})

test('a picture that could not be loaded without a network is shown once there is one', async () => {
  const { screen } = await show([
    said(1, 'media', { message: 'My slip', url: '/gone.png', fileType: 'image' }),
    said(2, 'generic', { elements: [{ title: 'By QR', subtitle: '', image_url: '/gone.png' }] }),
  ])
  await expect.element(screen.getByRole('link', { name: 'Open the file' })).toBeVisible()
  const pictures = () => document.querySelectorAll('[role=log] img').length
  await expect.poll(pictures).toBe(0)
  const tried = vi.fn<(address: string) => void>()
  const watch = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement)
        for (const { src } of [node, ...node.querySelectorAll('*')].filter(
          (one) => one instanceof HTMLImageElement,
        ))
          tried(src)
  })
  watch.observe(screen.getByRole('log').element(), { childList: true, subtree: true })
  store.set(connectionAtom, 'back')
  await expect.poll(() => tried.mock.calls.length).toBe(2)
  watch.disconnect()
})

test('a conversation that ended is marked', async () => {
  const { screen } = await show([messageAt(1), messageAt(2, { session_id: 'two' })])
  await expect.element(screen.getByText('End of conversation')).toBeVisible()
})
