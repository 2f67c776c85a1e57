import type { Page } from 'playwright/test'
import { getOperation } from '../../src/api/contract/operation.ts'
import { uploadSlip } from '../../src/api/contract/slip.ts'
import { spin } from '../../src/api/contract/spinwheel.ts'
import { withdraw } from '../../src/api/contract/wallet.ts'
import { addressesOf, type RequestsOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { navigateInApp, signInAs, workerReady } from '../support/fixtures.ts'
import { memberWithSlip, SlipUpload } from '../support/slip-upload.ts'
import { Sandbox } from '../support/sandbox.ts'
import { occupyWorker, openWorkerDevtools } from '../support/worker-devtools.ts'
import { forceNextSpin, Wheel } from '../support/wheel.ts'
import {
  acceptUpdate,
  afterAccepting,
  expect,
  findRelease,
  isSamePage,
  openWithWorker,
  test,
} from '../support/deploy-test.ts'

/** Holds the page's requests of a call until `letGo` is called; `sent` resolves once one is held. */
async function hold(page: Page, call: RequestsOf) {
  let letGo: () => void = () => undefined
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  const sent = page.waitForRequest(addressesOf(call))
  await page.route(addressesOf(call), async (route) => {
    await gone
    await route.continue()
  })
  return { sent, letGo }
}

test('an update is not offered during code entry, money operations, uploads or a spin', async ({
  browser,
  words,
  site,
}) => {
  const [visitors, members] = [
    await browser.newContext({ baseURL: site.server.origin }),
    await browser.newContext({ baseURL: site.server.origin, reducedMotion: 'reduce' }),
  ]
  const { member, slip } = await memberWithSlip(site, 350, { baht: 50 })
  const sandbox = new Sandbox(site.server.origin)
  await forceNextSpin(sandbox, member, 'B20')

  // The pages and their lazy modules are loaded before the release.
  const app = await openWithWorker(members, words, member, '/user/home?open=slip')
  const { page } = app
  await expect(app.sheet('Upload slip').text('Upload the slip within 1 hour of the transfer')).toBeVisible()
  await navigateInApp(page, '/user/spin')
  await expect(app.button('Spin for 1 coin')).toBeEnabled()
  const visitor = new App(await visitors.newPage(), words)
  const visitorPage = visitor.surface as Page
  await visitorPage.goto('/register')
  await workerReady(visitorPage)
  await visitor.field('Phone number').fill('0812349876')
  await visitor.button('Continue').click()
  await visitor.field('Six-digit code').fill('12')

  await site.deploy()
  // The page is told of it as long after its worker has come as the visitor's, which is held back.
  await findRelease(visitorPage)
  await findRelease(page)
  await expect(app.button('Update')).toBeVisible()

  await test.step('while a code is entered', async () => {
    await expect(visitor.button('Update')).toBeHidden()
    await expect(visitor.field('Six-digit code')).toHaveValue('12')
    await visitor.button('Change the number').click()
    await expect(visitor.button('Update')).toBeVisible()
  })

  await test.step('while the wheel turns', async () => {
    const turning = await hold(page, spin)
    await app.button('Spin for 1 coin').click()
    await turning.sent
    await expect(app.button('Update')).toBeHidden()
    turning.letGo()
    await expect(app.text('The wheel stopped at: {label}')).toBeAttached()
    await new Wheel(page, app).readPrize()
    await expect(app.button('Update')).toBeVisible()
  })

  await test.step('while a file is uploaded', async () => {
    await navigateInApp(page, '/user/home?open=slip')
    const upload = new SlipUpload(page, app)
    const { sheet } = upload
    await expect(sheet.text('Upload the slip within 1 hour of the transfer')).toBeVisible()
    await upload.choose(slip)
    await expect(sheet.button('Send slip')).toBeEnabled()
    const sending = await hold(page, uploadSlip)
    await sheet.button('Send slip').click()
    await sending.sent
    await expect(app.button('Update')).toBeHidden()
    sending.letGo()
    await expect(sheet.text('Credited')).toBeVisible()
    await expect(app.button('Update')).toBeVisible()
    await sheet.button('Done').click()
  })

  await test.step('while a money operation runs, and while its outcome is checked', async () => {
    const asked = await hold(page, getOperation)
    await page.route(addressesOf(withdraw), async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await navigateInApp(page, '/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    await sheet.button('Confirm withdrawal').click()
    await asked.sent
    await expect(sheet.text('The connection was lost while we waited for the answer')).toBeVisible()
    await expect(app.button('Update')).toBeHidden()
    asked.letGo()
    await expect(sheet.text('Your money is on its way')).toBeVisible()
    await expect(app.button('Update')).toBeVisible()
    await sheet.button('Done').click()
  })

  expect(await isSamePage(page)).toBe(true)
  await expect(page.locator('footer')).toContainText('1.1.14')
  await Promise.all([visitors.close(), members.close()])
})

test('an update accepted in one tab reloads the other tabs once they are idle', async ({
  context,
  words,
  site,
}) => {
  const member = await site.newMember(200)
  const app = await openWithWorker(context, words, member)
  const idle = await openWithWorker(context, words, member, '/user/statement')
  const waiting = await openWithWorker(context, words, member, '/user/home?open=deposit')
  const writing = await openWithWorker(context, words, member, '/user/home?open=withdraw')
  const deposit = waiting.sheet('Deposit')
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()
  const amount = writing.sheet('Withdraw').field('Amount to withdraw')
  await amount.fill('123')

  await site.deploy({ restart: true })
  await findRelease(app.page)
  await acceptUpdate(app, app.page)
  for (const { page } of [app, idle]) {
    await expect(page.locator('footer')).toContainText('1.1.15')
    expect(await isSamePage(page)).toBe(false)
  }
  await expect(idle.heading('Statement')).toBeVisible()

  await test.step('a tab with a running QR is offered the update afterwards', async () => {
    await expect(deposit.surface.getByRole('timer')).toBeVisible()
    await expect(waiting.button('Update')).toBeHidden()
    expect(await isSamePage(waiting.page)).toBe(true)
    await deposit.button('Close').first().click()
    await expect(waiting.text('QR waiting to be paid')).toBeVisible()
    await expect(waiting.button('Update')).toBeHidden()
    await waiting.button('QR waiting to be paid').click()
    await deposit.button('Cancel QR').click()
    await new App(waiting.page.getByRole('alertdialog'), words).button('Cancel QR').click()
    await expect(deposit.button('Create QR')).toBeVisible()
    await deposit.button('Close').first().click()
    await expect(waiting.button('Update')).toBeVisible()
    await waiting.button('Update').click()
    await afterAccepting(waiting.page)
    await expect(waiting.page.locator('footer')).toContainText('1.1.15')
  })

  await test.step('a tab with typed input keeps it, and reloads once it is hidden', async () => {
    await expect(amount).toHaveValue('123')
    expect(await isSamePage(writing.page)).toBe(true)
    await writing.page.keyboard.press('Escape')
    await expect(writing.button('Update')).toBeVisible()
    await writing.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(writing.page.locator('footer')).toContainText('1.1.15')
    await writing.expectBalance('200.00')
  })
  await signInAs(app.page, member)
  await app.expectBalance('200.00')
})

test('after "Later", the next version is offered again', async ({ context, words, site }) => {
  const member = await site.newMember(70)
  const app = await openWithWorker(context, words, member)
  const { page } = app
  await app.expectBalance('70.00')
  await site.deploy()
  await findRelease(page)
  await app.button('Not now').click()
  await expect(app.button('Update')).toBeHidden()

  await site.deploy()
  await expect(() =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update())),
  ).toPass()
  await expect(app.button('Update')).toBeVisible({ timeout: 90_000 })
  await acceptUpdate(app, page)
  await expect(page.locator('footer')).toContainText('1.1.16')
  await app.expectBalance('70.00')
  await expect(app.button('Update')).toBeHidden()
})

test('an accepted update comes at once, also while the page calls the API after a pause', async ({
  context,
  words,
  site,
}) => {
  const app = await openWithWorker(context, words, await site.newMember(90))
  const { page } = app
  await site.deploy()
  await findRelease(page)
  await expect(app.button('Update')).toBeVisible()
  const { stopActive } = await openWorkerDevtools(page)
  await stopActive()
  // Back after a pause, the page asks for what is new. If that started the worker before, it would keep its place for minutes.
  await app.button('Update').evaluate((update: HTMLElement) => {
    for (const ms of [0, 25, 50, 75, 100]) setTimeout(() => void fetch('/api/health'), ms)
    setTimeout(() => update.click(), 50)
  })
  await expect(page.locator('footer')).toContainText('1.1.15')
  await app.expectBalance('90.00')
})

test('an accepted update waits for a silent server for seconds only, and interrupts nothing that was begun meanwhile', async ({
  context,
  words,
  site,
}) => {
  const app = await openWithWorker(context, words, await site.newMember(120))
  const { page } = app
  await site.deploy()
  await findRelease(page)
  await occupyWorker(page)
  await app.button('Update').click()
  await expect(app.button('Update')).toHaveAttribute('aria-busy', 'true')
  const withdrawal = await hold(page, withdraw)
  const sheet = await app.choose('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  await sheet.button('Confirm withdrawal').click()
  await withdrawal.sent
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null).catch(() => undefined)
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(false)
  expect(await isSamePage(page)).toBe(true)
  withdrawal.letGo()
  await expect(sheet.text('Your money is on its way')).toBeVisible()
  await sheet.button('Done').click()
  await acceptUpdate(app, page)
  await expect(page.locator('footer')).toContainText('1.1.15')
  await app.expectBalance('20.00')
})
