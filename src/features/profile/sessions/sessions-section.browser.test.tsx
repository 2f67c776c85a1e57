import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  type Asked,
  lost,
  refusal,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { SessionsSection } from './sessions-section.tsx'

const minute = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const here = {
  id: '1',
  browser: 'Chrome',
  system: 'Android',
  place: '49.228.x.x',
  createdAt: ago(90 * 24 * 60 * minute),
  lastSeenAt: ago(minute),
  isCurrent: true,
  isNewDevice: true,
}
const laptop = {
  ...here,
  id: '2',
  browser: 'Edge',
  system: 'Windows',
  lastSeenAt: ago(125 * minute),
  isCurrent: false,
}
const strange = { ...laptop, id: '3', browser: '', system: '', place: '', createdAt: ago(5 * minute) }

let sessions: object[]
let answers: Answers
let asked: Asked[]
const done = () => ({ message: 'SUCCESS' })

beforeEach(() => {
  sessions = [here, laptop, strange]
  answers = {
    '/api/sessions': ({ key }) => {
      if (key) sessions = [here]
      return key ? done() : { sessions, total: sessions.length }
    },
    '/api/sessions/2': () => {
      sessions = [here, strange]
      return done()
    },
  }
  asked = stubBackend(answers)
  noteExtensions('keys, sessions, acts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent)

test('shows each device with its last place and time, and marks this one', async () => {
  const screen = await renderScreen(<SessionsSection />)
  await expect.element(screen.getByRole('region', { name: 'Logged-in devices' })).toBeVisible()
  await expect.element(screen.getByText('Edge · Windows')).toBeVisible()
  await expect
    .poll(rows)
    .toEqual([
      'Chrome · Android This deviceIP address 49.228.x.x',
      'Edge · Windows Last used 2 hours agoIP address 49.228.x.xLog out',
      'Unknown device New deviceLast used 2 hours agoLog out',
    ])
})

test('the buttons of devices of one name are told apart by when each was last used', async () => {
  const screen = await renderScreen(<SessionsSection />)
  await expect
    .element(screen.getByRole('button', { name: 'Log out Edge · Windows' }))
    .toHaveAccessibleDescription('Last used 2 hours ago · IP address 49.228.x.x')
})

test.each([[null], [''], ['keys, acts'], ['old-sessions, sessions-2']])(
  'a backend that announces %j is asked for nothing, and nothing shows',
  async (announced) => {
    noteExtensions(announced ?? '')
    const screen = await renderScreen(<SessionsSection />)
    expect(screen.getByRole('region', { name: 'Logged-in devices' }).query()).toBeNull()
    expect(asked).toEqual([])
  },
)

test('a device is logged out by its own button; the focus returns to the list', async () => {
  const screen = await renderScreen(<SessionsSection />)
  await screen.getByRole('button', { name: 'Log out Edge · Windows' }).click()
  await expect.element(screen.getByText('Logged out: Edge · Windows')).toBeVisible()
  await expect.element(screen.getByText('Edge · Windows', { exact: true })).not.toBeInTheDocument()
  await expect.poll(rows).toHaveLength(2)
  await expect.element(screen.getByRole('region', { name: 'Logged-in devices' })).toHaveFocus()
  const ended = asked.find(({ path }) => path === '/api/sessions/2')
  expect(ended?.key).toMatch(/^[\da-f-]{36}$/u)
})

test('all others are logged out at once, and then the list has no other', async () => {
  const screen = await renderScreen(<SessionsSection />)
  await screen.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect.element(screen.getByText('All other devices have been logged out')).toBeVisible()
  await expect.element(screen.getByText('You are logged in on this device only.')).toBeVisible()
  await expect.poll(rows).toEqual(['Chrome · Android This deviceIP address 49.228.x.x'])
  expect(screen.getByRole('button', { name: /Log out/u }).query()).toBeNull()
})

test('a device that could not be logged out stays in the list, with the reason', async () => {
  answers['/api/sessions/2'] = () => refusal('The desk is closed', 409)
  const screen = await renderScreen(<SessionsSection />)
  await screen.getByRole('button', { name: 'Log out Edge · Windows' }).click()
  await expect.element(screen.getByText('The desk is closed')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Log out Edge · Windows' })).toBeEnabled()
})

test('loading, then failed with a retry', async () => {
  let isDown = () => {}
  const down = new Promise<void>((resolve) => (isDown = resolve))
  answers['/api/sessions'] = async () => {
    await down
    return refusal('INTERNAL_SERVER_ERROR', 500)
  }
  const screen = await renderScreen(<SessionsSection />)
  await expect.element(screen.getByText('Loading your devices')).toBeInTheDocument()
  isDown()
  await expect.element(screen.getByText('Your devices could not be loaded')).toBeVisible()
  answers['/api/sessions'] = () => ({ sessions: [here], total: 1 })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Chrome · Android')).toBeVisible()
})

test('says so while offline; what is known stays, with its age, and nothing can be logged out', async () => {
  const screen = await renderScreen(<SessionsSection />)
  await expect.element(screen.getByText('Edge · Windows')).toBeVisible()
  store.set(connectionAtom, 'offline')
  await expect.element(screen.getByText(/^As of \d\d\/\d\d\/\d{4} \d\d:\d\d · /u)).toBeVisible()
  await expect
    .element(screen.getByText('You are offline. You can log devices out when you are connected again.'))
    .toBeVisible()
  for (const button of screen.getByRole('button', { name: /Log out/u }).all())
    await expect.element(button).toBeDisabled()
  await screen.unmount()

  answers['/api/sessions'] = lost
  const anew = await renderScreen(<SessionsSection />)
  await expect.element(anew.getByText('You are offline', { exact: true })).toBeVisible()
})

test('of very many only the first are listed, and the rest are counted', async () => {
  answers['/api/sessions'] = () => ({ sessions: [here, laptop], total: 14 })
  const screen = await renderScreen(<SessionsSection />)
  await expect.element(screen.getByText('And 12 more')).toBeVisible()
})
