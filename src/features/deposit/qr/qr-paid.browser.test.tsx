import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#data/test-screen.tsx'
import { noteExtensions } from '#lib/api-extensions.ts'
import { QrPaid } from './qr-paid.tsx'

let subscription: object | null
let permission: NotificationPermission
const onNotifications = vi.fn<() => void>()

beforeEach(() => {
  subscription = null
  permission = 'default'
  onNotifications.mockReset()
  stubBackend({})
  noteExtensions('keys, push')
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
  })
  const registration = { pushManager: { getSubscription: async () => subscription } }
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue({
    getRegistration: async () => registration,
  } as unknown as ServiceWorkerContainer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  noteExtensions('')
})

async function show() {
  const screen = await renderScreen(
    <QrPaid satang={100_00} part={0.5} onDone={() => undefined} onNotifications={onNotifications} />,
  )
  await expect.element(screen.getByText('Credited')).toBeVisible()
  // As long as it takes to ask the browser.
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return screen.getByRole('button', { name: 'Tell me when money arrives' })
}

test('after a deposit the member is offered to be told of the next', async () => {
  const offer = await show()
  await offer.click()
  await expect.poll(() => onNotifications).toHaveBeenCalledOnce()
})

test.each([
  ['who is told already', () => (subscription = {})],
  ['who has told the browser no', () => (permission = 'denied')],
  ['of a backend without notifications', () => noteExtensions('keys')],
  ['whose browser has none', () => Reflect.deleteProperty(globalThis, 'Notification')],
])('a member %s is not asked', async (_, arrange) => {
  arrange()
  expect((await show()).query()).toBeNull()
})
