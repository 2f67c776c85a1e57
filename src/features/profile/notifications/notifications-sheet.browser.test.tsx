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
import { forgetSubscription, keptSubscription } from '#lib/network/push-subscription.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { NotificationsSheet } from './notifications-sheet.tsx'

const publicKey = 'BAEC'
const all = {
  deposit: true,
  withdrawal: true,
  chat: true,
  device: true,
  amounts: false,
  quietFrom: '',
  quietUntil: '',
}
const paths = {
  settings: '/api/push',
  subscription: '/api/push/subscription',
  preferences: '/api/push/preferences',
}

let answers: Answers
let asked: Asked[]
let server: { subscription: string | null; preferences: object }
/** The browser's own subscription. */
let browser: { endpoint: string; key: string } | undefined
let permission: NotificationPermission
const question = vi.fn<() => Promise<NotificationPermission>>()
const subscribes = vi.fn<() => Promise<void>>()

const subscriptionOf = ({ endpoint, key }: NonNullable<typeof browser>) => ({
  options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
  toJSON: () => ({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
  unsubscribe: async () => {
    browser = undefined
    return true
  },
})
const pushManager = {
  getSubscription: async () => (browser ? subscriptionOf(browser) : null),
  subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
    await subscribes()
    browser = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', key: applicationServerKey }
    return subscriptionOf(browser)
  },
}

beforeEach(() => {
  server = { subscription: null, preferences: all }
  browser = undefined
  permission = 'default'
  subscribes.mockReset()
  question.mockReset()
  question.mockImplementation(async () => (permission = 'granted'))
  answers = {
    [paths.settings]: () => ({ publicKey, ...server }),
    [paths.subscription]: ({ body }) => {
      server.subscription = body === undefined ? null : 'subscription-1'
      return body === undefined ? { message: 'SUCCESS' } : { id: 'subscription-1' }
    },
    [paths.preferences]: ({ body }) => {
      server.preferences = body as object
      return { message: 'SUCCESS' }
    },
  }
  asked = stubBackend(answers)
  noteExtensions('keys, push')
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: question,
  })
  vi.stubGlobal('PushManager', () => undefined)
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue({
    ready: Promise.resolve({ pushManager }),
  } as unknown as ServiceWorkerContainer)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await forgetSubscription()
  noteExtensions('')
  store.set(connectionAtom, 'online')
})

const show = () => renderScreen(<NotificationsSheet onClose={() => undefined} />)
const sent = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

/** As after an earlier visit. */
function isOnAlready() {
  permission = 'granted'
  server.subscription = 'subscription-1'
  browser = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', key: publicKey }
}

test('a tap asks in the browser’s own words, subscribes, and then shows what is told', async () => {
  const screen = await show()
  const main = screen.getByRole('switch', { name: 'Notifications on this device' })
  await expect.element(main).not.toBeChecked()
  expect(question).not.toHaveBeenCalled()
  expect(screen.getByRole('switch').elements()).toHaveLength(1)
  await main.click()
  await expect.element(screen.getByRole('switch', { name: 'Money that arrives' })).toBeChecked()
  await expect.element(main).toBeChecked()
  expect(sent(paths.subscription)).toEqual([
    {
      endpoint: 'https://fcm.googleapis.com/fcm/send/1',
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      locale: 'en',
    },
  ])
  expect(await keptSubscription()).toMatchObject({
    id: 'subscription-1',
    auth: 'a'.repeat(22),
    publicKey,
    url: '/api/push/subscription/moved',
  })
})

test('switching off ends it in the browser and at the backend', async () => {
  isOnAlready()
  const screen = await show()
  const main = screen.getByRole('switch', { name: 'Notifications on this device' })
  await expect.element(main).toBeChecked()
  // The language or the address may have changed since the last visit.
  await expect.poll(() => sent(paths.subscription)).toMatchObject([{ locale: 'en' }])
  await main.click()
  await expect.element(main).not.toBeChecked()
  await expect.poll(() => server.subscription).toBeNull()
  expect(browser).toBeUndefined()
  expect(await keptSubscription()).toBeUndefined()
})

test('each change is saved at once, quiet hours with a proposal for the night', async () => {
  isOnAlready()
  const screen = await show()
  const saved = () => sent(paths.preferences)
  await screen.getByRole('switch', { name: 'Answers in the chat' }).click()
  await expect.poll(saved).toEqual([{ ...all, chat: false }])
  await screen.getByRole('switch', { name: 'Show amounts' }).click()
  await expect.poll(() => saved().at(-1)).toEqual({ ...all, chat: false, amounts: true })
  await screen.getByRole('switch', { name: 'Quiet hours' }).click()
  const quiet = { quietFrom: '22:00', quietUntil: '07:00' }
  await expect.poll(() => saved().at(-1)).toEqual({ ...all, chat: false, amounts: true, ...quiet })
  await screen.getByRole('combobox', { name: 'Ends at' }).click()
  await screen.getByRole('option', { name: '08:00' }).click()
  await expect.poll(() => saved().at(-1)).toMatchObject({ quietFrom: '22:00', quietUntil: '08:00' })
  await screen.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect.poll(() => saved().at(-1)).toMatchObject({ quietFrom: '', quietUntil: '' })
})

test('a change is sent alone where the backend takes it so: another device may have changed the others since', async () => {
  noteExtensions('keys, push, push-changes')
  isOnAlready()
  const screen = await show()
  await screen.getByRole('switch', { name: 'Answers in the chat' }).click()
  await screen.getByRole('switch', { name: 'Show amounts' }).click()
  await expect.poll(() => sent(paths.preferences)).toEqual([{ chat: false }, { amounts: true }])
})

test('what another device has changed meanwhile shows once a change is saved alone', async () => {
  noteExtensions('keys, push, push-changes')
  isOnAlready()
  const screen = await show()
  const amounts = screen.getByRole('switch', { name: 'Show amounts' })
  await expect.element(amounts).not.toBeChecked()
  answers[paths.preferences] = ({ body }) => {
    server.preferences = { ...all, amounts: true, ...(body as object) }
    return { message: 'SUCCESS' }
  }
  await screen.getByRole('switch', { name: 'Answers in the chat' }).click()
  await expect.element(amounts).toBeChecked()
  await expect.element(screen.getByRole('switch', { name: 'Answers in the chat' })).not.toBeChecked()
})

test('a change that could not be saved shows as it was before', async () => {
  isOnAlready()
  answers[paths.preferences] = () => refusal('The desk is closed', 409)
  const screen = await show()
  const chat = screen.getByRole('switch', { name: 'Answers in the chat' })
  await chat.click()
  await expect.poll(() => sent(paths.preferences)).toHaveLength(1)
  await expect.poll(() => sent(paths.settings)).toHaveLength(2)
  await expect.element(chat).toBeChecked()
})

test('a change that could not be saved shows as it was before, also where nothing can be fetched', async () => {
  isOnAlready()
  answers[paths.preferences] = lost
  const screen = await show()
  const amounts = screen.getByRole('switch', { name: 'Show amounts' })
  await expect.element(amounts).not.toBeChecked()
  answers[paths.settings] = lost
  await amounts.click()
  await expect.poll(() => sent(paths.settings)).toHaveLength(2)
  await expect.element(amounts).not.toBeChecked()
})

test('changes of one switch, none of which could be saved, leave it as it was before', async () => {
  isOnAlready()
  const refuse: (() => void)[] = []
  answers[paths.preferences] = () =>
    new Promise((_, reject) => refuse.push(() => reject(new TypeError('Failed to fetch'))))
  const screen = await show()
  const amounts = screen.getByRole('switch', { name: 'Show amounts' })
  await expect.element(amounts).not.toBeChecked()
  answers[paths.settings] = lost
  await amounts.click()
  await expect.element(amounts).toBeChecked()
  await amounts.click()
  await expect.element(amounts).not.toBeChecked()
  await amounts.click()
  await expect.element(amounts).toBeChecked()
  for (const count of [1, 2, 3]) {
    await expect.poll(() => refuse.length).toBe(count)
    refuse[count - 1]?.()
  }
  await expect.element(amounts).not.toBeChecked()
})

test('of two changes the one that could be saved shows as saved', async () => {
  isOnAlready()
  let refuse: (() => void) | undefined
  answers[paths.preferences] = () =>
    new Promise((_, reject) => (refuse = () => reject(new TypeError('Failed to fetch'))))
  const screen = await show()
  const chat = screen.getByRole('switch', { name: 'Answers in the chat' })
  const amounts = screen.getByRole('switch', { name: 'Show amounts' })
  await expect.element(chat).toBeChecked()
  await amounts.click()
  await chat.click()
  await expect.element(chat).not.toBeChecked()
  await expect.poll(() => refuse !== undefined).toBe(true)
  answers[paths.preferences] = () => ({ message: 'SUCCESS' })
  answers[paths.settings] = lost
  refuse?.()
  await expect.poll(() => sent(paths.preferences).at(-1)).toEqual({ ...all, chat: false })
  await expect.element(amounts).not.toBeChecked()
  await expect.element(chat).not.toBeChecked()
})

test.each([
  ['default', 'Notifications are still off', 'default'],
  ['denied', 'Notifications are blocked in this browser', 'denied'],
] as const)('the browser’s question answered with %s', async (answer, text, left) => {
  question.mockImplementation(async () => (permission = answer))
  const screen = await show()
  await screen.getByRole('switch', { name: 'Notifications on this device' }).click()
  await expect.element(screen.getByText(text)).toBeVisible()
  expect([permission, sent(paths.subscription)]).toEqual([left, []])
})

test('a push service that the browser does not reach, and one that the backend does not know, are told', async () => {
  subscribes.mockRejectedValueOnce(new DOMException('Registration failed', 'AbortError'))
  const screen = await show()
  const main = screen.getByRole('switch', { name: 'Notifications on this device' })
  const told = screen.getByText(/could not reach its notification service/u)
  await main.click()
  await expect.element(told).toBeVisible()
  await expect.element(main).not.toBeChecked()
  answers[paths.subscription] = () => refusal('NO_DATA', 404)
  await main.click()
  await expect.poll(() => sent(paths.subscription)).toHaveLength(1)
  await expect.element(told).toBeVisible()
  expect(browser).toBeUndefined()
})

test('a subscription for another key of the backend is replaced', async () => {
  isOnAlready()
  browser = { endpoint: 'https://fcm.googleapis.com/fcm/send/0', key: 'AAAA' }
  const screen = await show()
  const main = screen.getByRole('switch', { name: 'Notifications on this device' })
  await expect.element(main).not.toBeChecked()
  await main.click()
  await expect.element(main).toBeChecked()
  expect(browser).toEqual({ endpoint: 'https://fcm.googleapis.com/fcm/send/1', key: publicKey })
})

test.each([
  [
    'missing',
    'This browser cannot show notifications',
    () => void Reflect.deleteProperty(globalThis, 'Notification'),
  ],
  [
    'on an iPhone that has not installed the app',
    'Notifications need the installed app',
    () => {
      Reflect.deleteProperty(globalThis, 'PushManager')
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
        'Mozilla/5.0 (iPhone) Version/17.5 Safari/604.1',
      )
    },
  ],
  [
    'inside another app',
    'You are inside another app.',
    () => {
      const line = 'Mozilla/5.0 (Linux; Android 14) Chrome/119.0 Mobile Safari/537.36 Line/14.0.0'
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(line)
    },
  ],
  [
    'refused',
    'Notifications are blocked in this browser',
    () => {
      permission = 'denied'
    },
  ],
])('where notifications are %s, it says so and offers no switch', async (_, text, arrange) => {
  arrange()
  const screen = await show()
  await expect.element(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('switch').elements()).toEqual([])
})

test('offline nothing can be changed; without anything known yet it says so', async () => {
  isOnAlready()
  server.preferences = { ...all, quietFrom: '22:00', quietUntil: '07:00' }
  const screen = await show()
  await expect.element(screen.getByRole('switch', { name: 'Show amounts' })).toBeEnabled()
  store.set(connectionAtom, 'offline')
  for (const one of screen.getByRole('switch').all()) await expect.element(one).toBeDisabled()
  for (const name of ['Starts at', 'Ends at'])
    await expect.element(screen.getByRole('combobox', { name })).toBeDisabled()
  await expect
    .element(screen.getByText('You are offline. You can change this when you are connected again.'))
    .toBeVisible()
  await screen.unmount()
  answers[paths.settings] = lost
  const anew = await show()
  await expect.element(anew.getByText('You are offline', { exact: true })).toBeVisible()
})

test('a failure can be tried again', async () => {
  answers[paths.settings] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  const screen = await show()
  await expect.element(screen.getByText('Your notifications could not be loaded')).toBeVisible()
  answers[paths.settings] = () => ({ publicKey, ...server })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('switch')).toBeVisible()
})
