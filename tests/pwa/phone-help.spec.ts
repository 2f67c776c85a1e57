import type { Page } from 'playwright/test'
import { storageKeys } from '../../src/lib/storage-keys.ts'
import { App } from '../support/app.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { ConsoleTab } from '../support/sandbox.ts'
import { wordsOf } from '../support/words.ts'

// What moves by itself would shift the page too.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const lineApp = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 13; SM-A145F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36 Line/14.9.1/IAB',
}
const facebook =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.42.104;FBDV/iPhone14,5]'
const iphone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
}

/** In ms: longer than the shape of the page waits for its first screen, shorter than what is told to be slow. */
const slowMs = 900

/** Waits longer than the delay of an advice, and for two calls, in whose time one of its own would be answered. */
async function waitForAdvice(page: Page): Promise<void> {
  await page.clock.fastForward(10_000)
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await (await fetch('/api/health')).text()
  })
}

test.describe('inside LINE', () => {
  test.use(lineApp)
  test('the hint to open a browser shows once, and installing is not offered', async ({ page, app }) => {
    await page.clock.install()
    await page.goto('/login')
    const told = app.text('You are inside {name}.')
    await expect(told).toContainText('LINE')
    await expect(app.link('Open in browser')).toHaveAttribute('href', /\/login\?openExternalBrowser=1$/u)
    await app.button('Not now').click()
    await expect(told).toHaveCount(0)
    await page.reload()
    await expect(app.heading('Log in')).toBeVisible()
    await waitForAdvice(page)
    await expect(told).toHaveCount(0)
  })

  test('the hint to open a browser shows on other pages too, and its link keeps the address', async ({
    page,
    app,
  }) => {
    for (const address of ['/register?code=PR12345', '/contact', '/howto', '/forgot-password']) {
      await page.goto(address)
      const told = app.text('You are inside {name}.')
      await expect(told, address).toContainText('LINE')
      const out = new URL((await app.link('Open in browser').getAttribute('href')) ?? '', page.url())
      expect(out.searchParams.get('openExternalBrowser')).toBe('1')
      out.searchParams.delete('openExternalBrowser')
      expect(out.pathname + out.search).toBe(address)
    }
  })
})

for (const [name, userAgent] of Object.entries({ LINE: lineApp.userAgent, Facebook: facebook }))
  test.describe(`inside ${name}`, () => {
    test.use({ userAgent })
    test('the hint to open a browser shifts nothing, and the login button stays in place', async ({
      page,
      newMember,
    }) => {
      const member = await newMember(10)
      await page.addInitScript(() => {
        const moved: number[] = []
        Object.assign(globalThis, { moved })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const moved = () =>
        page.evaluate(() =>
          (globalThis as unknown as { moved: number[] }).moved.reduce((sum, one) => sum + one, 0),
        )
      let isSlow = false
      // As on a slow phone: the app is there long before its answers and the file of the hint.
      await page.route(/\/api\/(?:lookup|wallet)|embedded-browser-notice/u, async (route) => {
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, slowMs))
        await route.continue()
      })
      for (const language of ['th', 'la'] as const)
        for (const width of [320, 400])
          await test.step(`${language}, ${width} px`, async () => {
            const app = new App(page, wordsOf(language))
            const told = app.text('You are inside {name}.')
            await page.setViewportSize({ width, height: 640 })
            // The language changes nothing in what comes late.
            isSlow = width === 320 && language === 'th'
            await page.goto('/robots.txt')
            await page.evaluate((chosen) => {
              localStorage.clear()
              sessionStorage.clear()
              localStorage.setItem('champa.locale', JSON.stringify(chosen))
            }, language)
            for (const [address, title] of [
              ['/login', 'Log in'],
              ['/register', 'Create your account'],
              ['/contact', 'Contact us'],
            ] as const) {
              // On a busy machine the line about a slow connection may come, and moves the page as it should.
              await expect(async () => {
                await page.goto(address)
                await expect(app.heading(title)).toBeVisible()
                expect(await app.connection('The connection is slow · still trying').count()).toBe(0)
              }).toPass()
              expect(await told.isVisible(), `shows with ${address}`).toBe(true)
              expect(await moved(), address).toBeLessThan(0.01)
              if (address !== '/login') continue
              const button = app.button('Log in')
              const place = await button.boundingBox()
              await app.button('Not now').click()
              await expect(told).toHaveCount(0)
              expect(await button.boundingBox()).toEqual(place)
              // The next pages are to show it again.
              await page.evaluate((key) => localStorage.removeItem(key), storageKeys.outsideNotice)
            }
            await signInAs(page, member, '/robots.txt')
            await expect(async () => {
              await page.goto('/user/home')
              await app.expectBalance('10.00')
              expect(await app.connection('The connection is slow · still trying').count()).toBe(0)
            }).toPass()
            expect(await told.isVisible(), 'shows with the home page').toBe(true)
            expect(await moved(), 'home').toBeLessThan(0.01)
          })
    })
  })

test.describe('on an iPhone', () => {
  test.use(iphone)
  test('instructions to install show on the third visit, and not again after "No, thank you"', async ({
    context,
    words,
    newMember,
  }) => {
    const member = await newMember(10)
    for (const visit of [1, 2, 3, 4]) {
      // Each new tab counts as a visit.
      const page = await context.newPage()
      const app = new App(page, words)
      const offer = app.text(
        'This browser deletes what the app keeps after seven days without a visit. To keep it, tap the share button, then “Add to Home Screen”.',
      )
      await page.clock.install()
      await signInAs(page, member)
      await app.expectBalance('10.00')
      await waitForAdvice(page)
      // It comes with a page, never under a finger.
      await expect(offer).toHaveCount(0)
      await app.link('History').click()
      await expect(app.heading('Statement')).toBeVisible()
      await app.link('Home').click()
      await app.expectBalance('10.00')
      if (visit === 3) {
        await expect(offer).toBeVisible()
        await app.button('No, thank you').click()
      }
      await expect(offer).toHaveCount(0)
      await page.close()
    }
  })
})

test('the install button shows after a successful deposit, and the browser is asked to keep what the app stores', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const member = await newMember(50)
  await page.addInitScript(() => {
    let requests = 0
    StorageManager.prototype.persist = () => {
      Object.assign(globalThis, { keepRequests: (requests += 1) })
      return Promise.resolve(false)
    }
  })
  const keepRequests = () =>
    page.evaluate(() => (globalThis as unknown as { keepRequests?: number }).keepRequests ?? 0)
  await signInAs(page, member)
  await app.expectBalance('50.00')
  expect(await keepRequests()).toBe(0)
  // The browser's event that allows an install prompt.
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(Object.assign(globalThis, { asked: true })),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    dispatchEvent(event)
  })
  await expect(app.button('Install')).toHaveCount(0)
  const deposit = await app.choose('Deposit')
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()
  await new ConsoleTab(await context.newPage()).pay(member.phone)
  await expect(deposit.text('Credited')).toBeVisible()
  await expect(app.button('Install')).toHaveCount(0)
  // It shows with the next page or sheet once its file is there.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/install-notice-')),
  )
  await deposit.button('Done').click()
  expect(await keepRequests(), 'with the first money').toBe(1)
  // The file may have been read just after the sheet had closed: then it shows with the next page.
  const isLate = await expect(app.button('Install'))
    .toBeVisible({ timeout: 5000 })
    .then(
      () => false,
      () => true,
    )
  if (isLate) await app.link('History').click()
  await app.button('Install').click()
  await expect.poll(() => page.evaluate(() => 'asked' in globalThis)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  expect(await keepRequests(), 'once it is installed').toBe(2)
  await expect(app.button('Install')).toHaveCount(0)
})
