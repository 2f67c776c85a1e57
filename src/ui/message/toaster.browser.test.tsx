import '#ui/base.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { store } from '#lib/store.ts'
import { dismissToast, holdToasts, toast, toastsAtom } from './toast.ts'
import { Toaster } from './toaster.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

/** A toast stays while it is hovered, even if it appeared under the pointer. */
const pointElsewhere = () => userEvent.hover(document.body, { position: { x: 1, y: 1 } })

beforeEach(async () => {
  await pointElsewhere()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  store.set(toastsAtom, [])
  vi.useRealTimers()
})

const toaster = <Toaster label="Messages" closeLabel="Close" />

/**
 * Waits until a toast's timer has started, a moment after the toast is painted. Unlike `expect.element`, this does not advance
 * the faked clock.
 */
async function timeRuns() {
  while (vi.getTimerCount() === 0) await new Promise(requestAnimationFrame)
}
async function timeStops() {
  while (vi.getTimerCount() > 0) await new Promise(requestAnimationFrame)
}

test('a toast appears in a live region that already exists, and leaves after four seconds', async () => {
  const screen = await render(toaster)
  const region = screen.getByRole('region', { name: 'Messages' })
  await expect.element(region).toHaveAttribute('aria-live', 'polite')
  toast({ tone: 'jade', title: 'Money has arrived' })
  await timeRuns()
  expect(region.getByText('Money has arrived').element()).toBeVisible()
  vi.advanceTimersByTime(3900)
  await expect.poll(() => store.get(toastsAtom)).toHaveLength(1)
  vi.advanceTimersByTime(200)
  expect(store.get(toastsAtom)).toHaveLength(0)
})

test('a toast that moves into a sheet and back leaves in time, and is told once', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const screen = await render(toaster)
  const region = screen.getByRole('region', { name: 'Messages' })
  toast({ title: 'Passkey added' })
  await timeRuns()
  const live = () => region.getByText('Passkey added').element().closest('[aria-live]')
  expect(live()).toBe(region.element())
  vi.advanceTimersByTime(2000)
  const sheet = document.body.appendChild(document.createElement('div'))
  const release = holdToasts(sheet)
  while (!sheet.textContent?.includes('Passkey added')) await new Promise(requestAnimationFrame)
  expect(live()?.getAttribute('aria-live')).toBe('off')
  await timeRuns()
  vi.advanceTimersByTime(1000)
  release()
  while (sheet.textContent) await new Promise(requestAnimationFrame)
  sheet.remove()
  expect(live()?.getAttribute('aria-live')).toBe('off')
  await timeRuns()
  vi.advanceTimersByTime(999)
  expect(store.get(toastsAtom)).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(store.get(toastsAtom)).toHaveLength(0)
})

test('a lasting toast stays until it is dismissed', async () => {
  const screen = await render(toaster)
  toast({ id: 'still', title: 'Still working', lasting: true })
  await expect.element(screen.getByText('Still working')).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => store.get(toastsAtom)).toHaveLength(1)
  dismissToast('still')
  expect(store.get(toastsAtom)).toHaveLength(0)
})

test('the button of a toast acts, and dismisses it', async () => {
  const run = vi.fn<() => void>()
  const screen = await render(toaster)
  toast({ title: 'A new message', lasting: true, action: { label: 'Details', run } })
  await screen.getByRole('button', { name: 'Details' }).click()
  expect(run).toHaveBeenCalledOnce()
  expect(store.get(toastsAtom)).toHaveLength(0)
})

test('an error is announced as an alert', async () => {
  const screen = await render(toaster)
  toast({ tone: 'coral', title: 'The transfer failed' })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The transfer failed')
})

test('a toast stays while hovered, and can be closed', async () => {
  const screen = await render(toaster)
  toast({ title: 'Copied' })
  const message = screen.getByText('Copied')
  await message.hover()
  await timeStops()
  vi.advanceTimersByTime(60_000)
  await expect.element(message).toBeVisible()
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(message).not.toBeInTheDocument()
  // The focus of the button that closed it goes elsewhere.
  vi.runAllTimers()

  await pointElsewhere()
  toast({ title: 'Copied again' })
  await timeRuns()
  expect(screen.getByText('Copied again').element()).toBeVisible()
  vi.advanceTimersByTime(4000)
  expect(store.get(toastsAtom)).toHaveLength(0)
})

test('a toast replaces the one with its id, and at most three are shown', async () => {
  await render(toaster)
  for (const title of ['1', '2', '3', '4']) toast({ title })
  toast({ id: 'balance', title: 'old' })
  toast({ id: 'balance', title: 'new' })
  await expect.poll(() => store.get(toastsAtom).map(({ title }) => title)).toEqual(['3', '4', 'new'])
})
