import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { formatTime } from '#i18n/format.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { noteServerDate, resetServerClock, serverNow } from '#lib/dates/clock.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { PlayWatch } from './play-watch.tsx'

beforeEach(() => {
  noteExtensions('keys, acts, reality-checks')
  const session = { since: '2026-03-01T10:00:00.000Z', seconds: 1800, net: -50, isOpen: true }
  stubBackend({ '/api/play': () => ({ session, every: 30, offered: [30] }) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetServerClock()
  store.set(connectionAtom, 'online')
})

test('offline it says by the server’s clock when the figures were known', async () => {
  const twoHoursLater = new Date(Date.now() + 2 * 3_600_000).toUTCString()
  noteServerDate(twoHoursLater, Date.now(), Date.now())
  const before = serverNow()
  const screen = await renderScreen(<PlayWatch />)
  const question = screen.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  store.set(connectionAtom, 'offline')
  const said = [before, serverNow()].map((at) => `this was known at ${formatTime(at)}.`).join('|')
  await expect.element(question.getByText(new RegExp(said, 'u'))).toBeVisible()
})

test('the clock comes without moving the page', async () => {
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const session = { since: '2026-03-01T10:00:00.000Z', seconds: 60, net: 0, isOpen: true }
  stubBackend({ '/api/play': () => answered.then(() => ({ session, every: 30, offered: [30] })) })
  const screen = await renderScreen(
    <>
      <PlayWatch />
      <h1>Wallet</h1>
    </>,
  )
  const place = () => screen.getByRole('heading').element().getBoundingClientRect().top
  const before = place()
  answer()
  await expect.element(screen.getByRole('timer')).toBeVisible()
  expect(place()).toBe(before)
})
