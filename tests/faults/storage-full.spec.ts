import type { Page } from 'playwright/test'
import { sendChatMessage } from '../../src/api/contract/chat.ts'
import { withdraw } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import { App } from '../support/app.ts'
import { collectPageErrors, expect, signInAs, test, workerReady } from '../support/fixtures.ts'
import { balanceAndRows } from '../support/members.ts'
import { ChatPanel } from '../support/chat.ts'

test.use({ serviceWorkers: 'allow' })

/** The notice that a member sees. */
const storageNotice =
  'This browser keeps nothing for the app. You stay logged in until this page is closed or loaded again.'

/** Fills the browser's storage to the last character. */
function fillStorage(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const area of [localStorage, sessionStorage])
      for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (;;) area.setItem(`filler-${size}-${area.length}`, 'x'.repeat(size))
        } catch {
          // This length no longer fits, so a shorter one is tried.
        }
      }
  })
}

test.describe('local storage and the outbox', () => {
  test.use({ serviceWorkers: 'block' })

  test('full from the start: a member signs in for the visit, sees a notice and can withdraw', async ({
    page,
    context,
    app,
    server,
    newMember,
  }) => {
    const member = await newMember(300)
    const pageErrors = collectPageErrors(context)
    await page.goto('/robots.txt')
    await fillStorage(page)
    await page.goto('/login')
    await app.logIn(member)
    await app.expectBalance('300.00')
    await expect(app.text(storageNotice)).toBeVisible()
    const sheet = await app.choose('Withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    await sheet.button('Confirm withdrawal').click()
    await expect(sheet.text('Your money is on its way')).toBeVisible()
    await sheet.button('Done').click()
    await app.expectBalance('200.00')
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 200, rows: 1 })
    await page.reload()
    await expect(app.heading('Log in')).toBeVisible()
    expect(pageErrors).toEqual([])
  })

  test('filled up later: an operation is still logged, and its outcome shown on the next visit', async ({
    page,
    context,
    app,
    words,
    server,
    newMember,
  }) => {
    const member = await newMember(300)
    await signInAs(page, member)
    await app.expectBalance('300.00')
    const keptAnswers = () => page.evaluate((key) => localStorage.getItem(key), storageKeys.queryCache)
    await expect.poll(keptAnswers).not.toBeNull()
    const lengthBefore = (await keptAnswers())?.length ?? 0
    await fillStorage(page)
    await page.route(addressesOf(withdraw), (route) => route.fetch().then(() => undefined))
    const sheet = await app.choose('Withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    const left = page.waitForResponse('**/api/**').catch(() => undefined)
    await sheet.button('Confirm withdrawal').click()
    // What is only a copy gave way to it: it is gone, or a smaller one has found room since.
    await expect
      .poll(() =>
        page.evaluate(
          ([operationLog, queryCache, before]) => ({
            isLogged: localStorage.getItem(operationLog)?.includes('withdraw'),
            isSmaller: (localStorage.getItem(queryCache)?.length ?? 0) < before,
          }),
          [storageKeys.operationLog, storageKeys.queryCache, lengthBefore] as const,
        ),
      )
      .toEqual({ isLogged: true, isSmaller: true })
    await expect
      .poll(() => balanceAndRows(server.origin, member, 'withdraw'))
      .toEqual({ amount: 200, rows: 1 })
    await page.close()
    await left

    const later = await context.newPage()
    await later.goto('/user/home')
    const news = later.getByRole('region', { name: words.say('Pending') })
    await expect(news).toContainText(
      words.say(
        'Your withdrawal was noted. The statement shows its status. If the bank cannot take it, the money comes back to your wallet.',
      ),
    )
    await new App(later, words).expectBalance('200.00')
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 200, rows: 1 })
  })

  test('no room in the outbox: a message waits in the page, and is sent once', async ({
    page,
    app,
    newMember,
  }) => {
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No room', 'QuotaExceededError')
      }
    })
    await signInAs(page, await newMember(10), '/user/contact?open=chat')
    const chat = new ChatPanel(page, app)
    await chat.isReady()
    await page.route(addressesOf(sendChatMessage), (route) => route.abort('connectionfailed'))
    await chat.write('no room for this')
    await expect(chat.sheet.text('Cancel sending')).toBeVisible()
    await expect(chat.sheet.text('Please leave the app open')).toBeVisible()
    await page.unroute(addressesOf(sendChatMessage))
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
    await chat.expectSent()
    await chat.expectMessage('no room for this')
  })
})

test('no room for the worker’s caches: the app and its videos load from the network', async ({
  page,
  context,
  app,
  server,
  newMember,
}) => {
  const browser = await context.newCDPSession(page)
  const roomFor = (quotaSize?: number) =>
    browser.send('Storage.overrideQuotaForOrigin', {
      origin: server.origin,
      ...(quotaSize !== undefined && { quotaSize }),
    })
  await page.goto('/login')
  await workerReady(page)
  await roomFor(1)
  const member = await newMember(40)
  await app.logIn(member)
  await app.expectBalance('40.00')
  await app.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  await page.goto('/howto')
  await app.button('Pay money in').click()
  // The worker keeps a video once the whole of it has come.
  const isWhole = ({ buffered, duration }: HTMLVideoElement) =>
    buffered.length > 0 && buffered.end(buffered.length - 1) >= duration
  await expect.poll(() => page.locator('video').evaluate(isWhole)).toBe(true)
  const films = () => page.evaluate(async () => (await (await caches.open('champa-films')).keys()).length)
  expect(await films().catch(() => 0)).toBe(0)
  await roomFor()
})
