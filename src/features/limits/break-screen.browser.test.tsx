import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passTime, renderScreen, stillUntil, stubBackend } from '#components/test-screen.tsx'
import { noteServerDate, resetServerClock } from '#lib/dates/clock.ts'
import { BreakScreen } from './break-screen.tsx'

const hour = 3_600_000

beforeEach(() => void stubBackend({ '/api/lookup/help': () => [] }))
afterEach(() => {
  resetServerClock()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page of a break that ends after so many ms by the phone's clock. */
const showBreak = (ms: number) =>
  renderScreen(<BreakScreen until={new Date(Date.now() + ms).toISOString()} isExclusion={false} />)
type Screen = Awaited<ReturnType<typeof showBreak>>

const said = (screen: Screen) => ({
  isOver: screen.getByText('Your break is over. You can log in.').query() !== null,
  isOn: screen.getByText(/nobody can log in/u).query() !== null,
  paysOut: screen.getByRole('button', { name: 'Show the amount' }).query() !== null,
  login: screen.getByRole('link', { name: 'Log in' }).query()?.getAttribute('href'),
})
const on = { isOver: false, isOn: true, paysOut: true, login: '/login' }
const over = { isOver: true, isOn: false, paysOut: false, login: '/login' }

test('says of a break that goes on until when, and how to get the money', async () => {
  const screen = await showBreak(hour)
  expect(said(screen)).toEqual(on)
  await expect.element(screen.getByRole('heading', { name: 'You are on a break' })).toBeVisible()
})

test('says of a break that has ended that it is over, and leads to the login', async () => {
  const screen = await showBreak(-hour)
  expect(said(screen)).toEqual(over)
  expect(screen.getByText('You are on a break').query()).toBeNull()
  expect(screen.getByText(/^Until/u).query()).toBeNull()
})

test('one whose end is not known goes on', async () => {
  const screen = await renderScreen(<BreakScreen isExclusion />)
  expect(said(screen)).toEqual(on)
})

test('the server’s clock decides, not the phone’s', async () => {
  const now = Date.now()
  noteServerDate(new Date(now + 2 * hour).toUTCString(), now, now)
  const screen = await showBreak(hour)
  expect(said(screen)).toEqual(over)
})

test('one that ends while its page is open is over there too', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'performance'] })
  const screen = await showBreak(60_000)
  await stillUntil(() => said(screen).isOn)
  await passTime(59_000)
  expect(said(screen)).toEqual(on)
  await passTime(20_000)
  expect(said(screen)).toEqual(over)
})
