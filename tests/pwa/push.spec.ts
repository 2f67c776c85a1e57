import type { BrowserContext, Page } from 'playwright/test'
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts'
import { openPushService } from '../../server/push/test-push-service.ts'
import { expect, signInAs, test as base, workerReady } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { openWorkerDevtools } from '../support/worker-devtools.ts'

type PushService = Awaited<ReturnType<typeof openPushService>>
type PushBrowser = ReturnType<PushService['browser']>

// A headless browser reaches no push service: this one is the tests' own.
const test = base.extend<object, { pushService: PushService }>({
  pushService: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that it needs.
    async ({}, provide) => {
      const service = await openPushService()
      await provide(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ pushService }, provide) => provide({ PUSH_ORIGINS: pushService.origin }),
    { scope: 'worker' },
  ],
})
// The headless shell refuses all notifications.
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: findChromium(), args: chromiumArgs },
})

/** The page subscribes there as this browser would at its maker's service. */
async function subscribeAt(page: Page, { subscription }: PushBrowser): Promise<void> {
  await page.addInitScript((given) => {
    let current: object | null = null
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const publicKey = options?.applicationServerKey
      if (typeof publicKey !== 'string') throw new TypeError('The app gives the key as text')
      const text = publicKey.replaceAll('-', '+').replaceAll('_', '/')
      const key = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      current = {
        options: { applicationServerKey: key.buffer },
        toJSON: () => given,
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      return current as PushSubscription
    }
  }, subscription)
}

/** Hands messages to the worker as the browser does, decrypted. */
async function openDelivery(page: Page): Promise<(message: object) => Promise<void>> {
  const { devtools, registration } = await openWorkerDevtools(page)
  return async (message) => {
    const delivery = { ...registration, data: JSON.stringify(message) }
    await devtools.send('ServiceWorker.deliverPushMessage', delivery)
  }
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications()
    return shown.map(({ title, body, lang }) => ({ title, body, lang }))
  })

/** A tap, which the browser's own tools cannot make. The window cannot be brought to the front without one. */
async function tap(context: BrowserContext, data: unknown, title = '', body = ''): Promise<void> {
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0)
  const told = { data, title, body }
  await context.serviceWorkers()[0]!.evaluate((words) => {
    const notification = { ...words, close: () => undefined }
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined)
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  }, told)
}

test('a member switches notifications on, is told of a deposit and led to it; nothing of it stays after signing out', async ({
  page,
  context,
  app,
  words,
  server,
  sandbox,
  pushService,
  newMember,
}) => {
  const member = await newMember()
  const browser = pushService.browser()
  await context.grantPermissions(['notifications'])
  await subscribeAt(page, browser)
  await signInAs(page, member, '/user/profile')
  await workerReady(page)
  await app.button('Notifications').click()
  const sheet = app.sheet('Notifications')
  const choice = (english: string) =>
    sheet.surface.getByRole('switch', { name: words.say(english), exact: true })
  await choice('Notifications on this device').click()
  await choice('Show amounts').click()
  await expect(choice('Show amounts')).toBeChecked()
  const preferences = async () => {
    const settings = await callApi(server.origin, 'GET', '/api/push', undefined, member.token)
    return settings['preferences']
  }
  await expect.poll(preferences).toMatchObject({ amounts: true })

  await sandbox.deposit(member.phone, 250)
  await expect.poll(() => browser.messages(), { timeout: 30_000 }).toHaveLength(1)
  const [message = {}] = browser.messages()
  const deliver = await openDelivery(page)
  await deliver({ ...message, id: 'of another subscription' })
  await deliver(message)
  await expect
    .poll(() => notifications(page))
    .toEqual([{ title: 'เงินเข้าแล้ว', body: 'เงิน 250.00 บาทเข้ากระเป๋าเงินของคุณแล้ว', lang: 'th' }])

  const opened = await page.evaluate(async () => {
    const [shown] = await (await navigator.serviceWorker.ready).getNotifications()
    Object.assign(globalThis, { isSamePage: true })
    return shown?.data as unknown
  })
  await tap(context, opened)
  await expect(page).toHaveURL(/\/user\/statement\?kind=deposit$/u)
  await expect(page.getByRole('main').getByText('+250.00 ฿').first()).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)

  await app.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.has('champa-push'))).toBe(false)
  await expect.poll(() => notifications(page), 'what was told of the member').toEqual([])
})

test('Back leads from the sheet of a tapped notification to the one that was open, and from there to the page', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const dialogs = page.getByRole('dialog')
  await signInAs(page, await newMember(300))
  await workerReady(page)
  await (await app.choose('Withdraw')).field('Amount to withdraw').isVisible()
  for (const leave of ['Back', 'Close']) {
    await tap(context, '/user/profile?open=activity')
    const told = app.sheet('Security activity')
    await expect(told.button('Close')).toBeVisible()
    await (leave === 'Back' ? page.goBack() : told.button('Close').click())
    await expect(page).toHaveURL(/\/user\/home\?open=withdraw$/u)
    await expect(app.sheet('Withdraw').field('Amount to withdraw')).toBeVisible()
  }
  await page.goBack()
  await expect(dialogs).toHaveCount(0)
  await expect(app.wallet()).toBeVisible()
})

test('a tap right after the page has loaded, which does not listen yet, leads on all the same, once', async ({
  page,
  context,
  app,
  newMember,
}) => {
  await signInAs(page, await newMember(300))
  await workerReady(page)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await tap(context, '/user/profile?open=activity')
  await expect(app.sheet('Security activity').button('Close')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/user\/home$/u)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a tap throws away nothing that is typed: the notification stands over it, and leads on when it is asked or the sheet is closed', async ({
  page,
  context,
  app,
  words,
  newMember,
}) => {
  await signInAs(page, await newMember(300))
  await workerReady(page)
  const amount = app.sheet('Withdraw').field('Amount to withdraw')
  const activity = app.sheet('Security activity').button('Close')
  const told = page.getByText('มีการเข้าสู่ระบบใหม่')
  const typeAndTap = async () => {
    await amount.fill('120')
    await tap(context, '/user/profile?open=activity', 'มีการเข้าสู่ระบบใหม่', 'Chrome')
    await expect(told).toBeVisible()
    await expect(amount).toHaveValue('120')
  }
  await app.choose('Withdraw')
  await typeAndTap()
  await page.getByRole('button', { name: words.say('Details'), exact: true }).click()
  await expect(activity).toBeVisible()
  await expect(told).toBeHidden()
  await page.goBack()

  await typeAndTap()
  await app.sheet('Withdraw').button('Close').click()
  await expect(activity).toBeVisible()
  await expect(told).toBeHidden()
})
