import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#lib/store.ts'
import { registerWorkerLater } from './register.ts'
import { updateAtom } from './update-atom.ts'
import { connectionAtom } from './use-connection.ts'

// The file of what looks for a release is missing like every other.
vi.mock('./update.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const browser = new EventTarget()
const phone = { onLine: true }
beforeAll(() => {
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('navigator', phone)
  registerWorkerLater(
    { isBusy: () => false, isMemberBusy: () => false, holdsWork: () => false },
    new QueryClient(),
  )
})
afterAll(() => {
  vi.unstubAllGlobals()
})
beforeEach(() => {
  phone.onLine = true
  store.set(connectionAtom, 'online')
  store.set(updateAtom, undefined)
})

const payload = new Error('error loading dynamically imported module: /assets/deposit-sheet.js')
const missAFile = () => browser.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
const isNeeded = () => store.get(updateAtom)?.isNeeded ?? false

test('a file that is missing on a page without a worker offers a reload', async () => {
  missAFile()
  await expect.poll(isNeeded).toBe(true)
})

test.each([
  ['by the browser’s word', () => (phone.onLine = false)],
  ['by the calls that failed', () => store.set(connectionAtom, 'offline')],
  ['by a gateway’s answers', () => store.set(connectionAtom, 'down')],
])(
  'without the server, %s, nothing is offered: a reload would lead to the browser’s own page',
  async (_, lose) => {
    lose()
    missAFile()
    // As long as the offer above takes, and longer.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(isNeeded()).toBe(false)
  },
)
