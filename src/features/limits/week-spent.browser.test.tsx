import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToken } from '#api/token.ts'
import { type Answers, lost, renderScreen, sayMoneyChanged, stubBackend } from '#components/test-screen.tsx'
import { endSession } from '#data/session/session.ts'
import { weekSpentAtom } from '#data/wallet/week-spent.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { AmountPrivacy } from '#ui/amount.tsx'
import { WeekSection } from './week-section.tsx'
import { WeekSpent } from './week-spent.tsx'

const day = 86_400_000

let used: number
let endsIn: number
let answers: Answers

beforeEach(() => {
  used = 150.5
  endsIn = day
  keepToken('some-token', 'local')
  noteExtensions('keys, acts, play-limits')
  const until = () => new Date(Date.now() + endsIn).toISOString()
  answers = {
    '/api/limits': () => ({
      limits: [
        { kind: 'deposit', period: 'week', used: 999, until: until() },
        { kind: 'loss', period: 'day', used: 888, until: until() },
        { kind: 'loss', period: 'week', used, until: until() },
      ],
    }),
  }
  stubBackend(answers)
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

const open = (hidden = false) =>
  renderScreen(
    <AmountPrivacy hidden={hidden} label="Amount hidden">
      <dl>
        <WeekSpent />
      </dl>
    </AmountPrivacy>,
  )

test('shows the loss of this week as the limits count it, and follows what moves', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('definition')).toHaveTextContent(/^150\.50 ฿$/u)
  used = 75
  sayMoneyChanged()
  await expect.element(screen.getByRole('definition')).toHaveTextContent(/^75\.00 ฿$/u)
})

test('is nothing where more came back than went in', async () => {
  used = -20
  const screen = await open()
  await expect.element(screen.getByRole('definition')).toHaveTextContent(/^0\.00 ฿$/u)
})

test('is covered with the other amounts', async () => {
  const screen = await open(true)
  await expect.element(screen.getByRole('definition')).toHaveTextContent('Amount hidden')
  expect(screen.container.textContent).not.toMatch(/\d/u)
})

test('is still there without a network, with its age', async () => {
  const first = await open()
  await expect.element(first.getByText('150.50 ฿')).toBeVisible()
  await first.unmount()
  store.set(connectionAtom, 'offline')
  answers['/api/limits'] = lost
  const screen = await open()
  await expect.element(screen.getByText('150.50 ฿')).toBeVisible()
  await expect.element(screen.getByText(/As of \d\d\/\d\d\/\d{4}/u)).toBeVisible()
})

test('says nothing of a week that has begun since it was known', async () => {
  endsIn = -60_000
  const screen = await open()
  await expect.poll(() => localStorage.getItem('champa.last-week-spent')).not.toBeNull()
  expect(screen.getByRole('definition').query()).toBeNull()
})

test('asks nothing of a backend that has no limits', async () => {
  noteExtensions('keys, acts')
  const asked = stubBackend(answers)
  const screen = await open()
  expect(screen.container.textContent).not.toMatch(/\d/u)
  expect(asked).toEqual([])
})

test('is off until the member switches it on, and off again with the session', async () => {
  store.set(weekSpentAtom, RESET)
  const screen = await renderScreen(<WeekSection />)
  const control = screen.getByRole('switch', { name: 'Show what was spent this week' })
  await expect.element(control).not.toBeChecked()
  await control.click()
  await expect.element(control).toBeChecked()
  expect(localStorage.getItem('champa.week-spent')).toBe('true')
  endSession()
  expect(store.get(weekSpentAtom)).toBe(false)
})
