import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  type Asked,
  fetchShownAnew,
  lost,
  refusal,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { ActivitySheet } from './activity-sheet.tsx'

const path = '/api/account/activity'
const event = (id: number, more: object) => ({
  id: String(id),
  createdAt: '2026-07-01T18:30:00.000Z',
  browser: 'Chrome',
  system: 'Android',
  place: '49.228.x.x',
  ...more,
})

let answers: Answers
let asked: Asked[]
beforeEach(() => {
  noteExtensions('keys, acts, activity')
  answers = {}
  asked = stubBackend(answers)
})
afterEach(() => {
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

const show = () => renderScreen(<ActivitySheet onClose={vi.fn<() => void>()} />)
function Opened() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <ActivitySheet onClose={() => setOpen(false)} />}
    </>
  )
}
async function reopen(screen: Awaited<ReturnType<typeof renderScreen>>) {
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Open' }).click()
}
/** Five pages, each of one event, which is also its cursor. */
function fivePages() {
  for (const id of [5, 4, 3, 2, 1]) {
    const page = {
      events: [event(id, { kind: 'signed-in', place: `Page ${id}` })],
      ...(id > 1 && { cursor: String(id) }),
    }
    answers[id === 5 ? path : `${path}/${id + 1}`] = () => page
  }
}
const shownPages = () => rows().map((row) => Number(/Page (\d)/u.exec(row)?.[1]))
const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent)

test('shows what happened, when in Bangkok, and on which device', async () => {
  answers[path] = () => ({
    events: [
      event(5, { kind: 'signed-in', isNewDevice: true }),
      event(4, { kind: 'sign-in-failed', times: 10, browser: '', system: '', place: '' }),
      event(3, { kind: 'bank-account-changed', accountEnding: '7812' }),
      event(2, { kind: 'password-refused', times: 1 }),
      event(1, { kind: 'something-of-tomorrow' }),
    ],
  })
  const screen = await show()
  await expect.element(screen.getByRole('dialog', { name: 'Security activity' })).toBeVisible()
  await expect.element(screen.getByText('Bank account changed')).toBeVisible()
  const when = '02/07/2026 01:30'
  const where = 'Chrome · AndroidIP address 49.228.x.x'
  await expect
    .poll(rows)
    .toEqual([
      `Logged in New device${when}${where}`,
      `Login failed ${when}Unknown device10 times within an hour`,
      `Bank account changed ${when}${where}Account ending in 7812`,
      `Password not changed: the current one was wrong ${when}${where}`,
      `Other account activity ${when}${where}`,
    ])
  expect(screen.getByRole('button', { name: 'Show earlier' }).query()).toBeNull()
  const facts = [...document.querySelectorAll('li:first-of-type p:last-child > *')]
  expect(facts.map((fact) => getComputedStyle(fact, '::after').content)).toEqual(['" ·"', '" ·"', 'none'])
})

test('earlier events load on a tap, continuing where the list ends', async () => {
  answers[path] = () => ({ events: [event(9, { kind: 'signed-in' })], cursor: '9' })
  answers[`${path}/9`] = () => ({ events: [event(8, { kind: 'signed-out' })] })
  const screen = await show()
  await screen.getByRole('button', { name: 'Show earlier' }).click()
  await expect.element(screen.getByText('Logged out')).toBeVisible()
  await expect.poll(rows).toHaveLength(2)
  await expect.element(screen.getByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument()
  await expect.poll(() => asked.map((one) => one.path)).toEqual([path, `${path}/9`])
})

test('the earlier events stay when the connection comes back, and the list opened again begins anew', async () => {
  fivePages()
  const screen = await renderScreen(<Opened />)
  const earlier = screen.getByRole('button', { name: 'Show earlier' })
  await earlier.click()
  await expect.poll(shownPages).toEqual([5, 4])
  await earlier.click()
  await expect.poll(shownPages).toEqual([5, 4, 3])
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await earlier.click()
  await expect.poll(shownPages).toEqual([5, 4, 3, 2])
  expect(asked.filter((one) => one.path === path)).toHaveLength(1)

  let answer: (said: unknown) => void = () => undefined
  answers[path] = () => new Promise((resolve) => (answer = resolve))
  await reopen(screen)
  await expect.element(screen.getByText('Loading the activity')).toBeInTheDocument()
  answer({ events: [event(6, { kind: 'signed-in', place: 'Page 6' })], cursor: '6' })
  await expect.poll(shownPages).toEqual([6])
})

test('earlier events that come after the list was fetched anew leave no gap', async () => {
  fivePages()
  const screen = await show()
  const earlier = screen.getByRole('button', { name: 'Show earlier' })
  await earlier.click()
  await expect.poll(shownPages).toEqual([5, 4])
  let answer: () => void = () => undefined
  const third = answers[`${path}/4`]
  answers[`${path}/4`] = (one) => new Promise((resolve) => (answer = () => resolve(third?.(one))))
  await earlier.click()
  await expect.poll(() => asked.at(-1)?.path).toBe(`${path}/4`)
  await fetchShownAnew()
  await expect.poll(shownPages).toEqual([5])
  answer()
  await earlier.click()
  await expect.poll(shownPages).toEqual([5, 4])
})

test('says so where nothing has happened yet', async () => {
  answers[path] = () => ({ events: [] })
  const screen = await show()
  await expect.element(screen.getByText('Nothing here yet')).toBeVisible()
})

test('loading, then failed with a retry', async () => {
  let answer: (said: unknown) => void = () => undefined
  answers[path] = () => new Promise((resolve) => (answer = resolve))
  const screen = await show()
  await expect.element(screen.getByText('Loading the activity')).toBeInTheDocument()
  await expect.poll(() => asked.length).toBe(1)
  answer(refusal('INTERNAL_SERVER_ERROR', 500))
  await expect.element(screen.getByText('The activity could not be loaded')).toBeVisible()
  answers[path] = () => ({ events: [event(1, { kind: 'registered' })] })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Account opened')).toBeVisible()
})

test('says so while offline; what is known stays, with its age', async () => {
  answers[path] = () => ({ events: [event(2, { kind: 'signed-in' })], cursor: '2' })
  const screen = await show()
  await expect.element(screen.getByText('Logged in')).toBeVisible()
  store.set(connectionAtom, 'offline')
  await expect.element(screen.getByText(/^As of \d\d\/\d\d\/\d{4} \d\d:\d\d · /u)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Show earlier' })).toBeDisabled()
  await screen.unmount()

  answers[path] = lost
  const anew = await show()
  await expect.element(anew.getByText('You are offline', { exact: true })).toBeVisible()
})

test('opened again offline, the list shows what was known, with its age, until the network is back', async () => {
  fivePages()
  const screen = await renderScreen(<Opened />)
  await expect.poll(shownPages).toEqual([5])
  answers[path] = lost
  await reopen(screen)
  await expect.element(screen.getByText(/^As of \d\d\/\d\d\/\d{4} \d\d:\d\d · /u)).toBeVisible()
  await expect.poll(shownPages).toEqual([5])
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

  store.set(connectionAtom, 'offline')
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.poll(shownPages).toEqual([5])
  await expect.element(screen.getByRole('button', { name: 'Show earlier' })).toBeDisabled()
  await expect.poll(() => asked.length).toBe(3)
  onlineManager.setOnline(false)
  fivePages()
  onlineManager.setOnline(true)
  store.set(connectionAtom, 'back')
  await expect.element(screen.getByText(/^As of/u)).not.toBeInTheDocument()
  await expect.poll(() => asked.length).toBe(4)
})

test('opened offline, the list loads once the network is back', async () => {
  answers[path] = lost
  store.set(connectionAtom, 'offline')
  const screen = await show()
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  onlineManager.setOnline(false)
  fivePages()
  onlineManager.setOnline(true)
  await expect.poll(shownPages).toEqual([5])
})
