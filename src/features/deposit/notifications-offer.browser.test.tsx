import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { NotificationsOffer } from './notifications-offer.tsx'

let permission: NotificationPermission
const subscription = vi.fn<() => Promise<object | null>>()

beforeEach(() => {
  permission = 'default'
  subscription.mockReset()
  subscription.mockResolvedValue(null)
  noteExtensions('keys, push')
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
  })
  const registration = { pushManager: { getSubscription: subscription } }
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue({
    getRegistration: async () => registration,
  } as unknown as ServiceWorkerContainer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  noteExtensions('')
})

const show = async () =>
  (await renderScreen(<NotificationsOffer />)).getByRole('link', { name: 'Tell me when money arrives' })

test.each(['default', 'granted'] as const)(
  'a member whose browser says %s, and who is not told yet, is led to the notifications',
  async (said) => {
    permission = said
    const offer = await show()
    await expect.element(offer).toBeVisible()
    expect((offer.element() as HTMLAnchorElement).search).toBe('?open=notifications')
  },
)

test.each([
  ['who is told already', () => subscription.mockResolvedValue({})],
  ['who has told the browser no', () => (permission = 'denied')],
  ['of a backend without notifications', () => noteExtensions('keys')],
  ['whose browser has none', () => Reflect.deleteProperty(globalThis, 'Notification')],
])('a member %s is not asked', async (_, arrange) => {
  arrange()
  const offer = await show()
  // As long as it takes to ask the browser.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  expect(offer.query()).toBeNull()
})
