import type { Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { enter, expect, soon, test } from '../support/fixtures.ts'
import { ConsoleTab } from '../support/sandbox.ts'

const line = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 13; SM-A145F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36 Line/14.9.1/IAB',
}
const iphone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
}

/** Longer than advice keeps a page waiting; whatever it would bring has its way to the server and back. */
async function waitForAdvice(page: Page): Promise<void> {
  await page.clock.fastForward(10_000)
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await (await fetch('/api/health')).text()
  })
}

test.describe('inside LINE', () => {
  test.use(line)
  test('the way out is told once, and the app is not offered', async ({ page, app }) => {
    await page.clock.install()
    await page.goto('/login')
    const told = app.text('You are inside {name}.')
    await soon(page, () => expect(told).toContainText('LINE', { timeout: 300 }))
    await expect(app.link('Open in browser')).toHaveAttribute('href', /\/login\?openExternalBrowser=1$/u)
    await app.button('Not now').click()
    await expect(told).toHaveCount(0)
    await page.reload()
    await expect(app.heading('Log in')).toBeVisible()
    await waitForAdvice(page)
    await expect(told).toHaveCount(0)
  })

  for (const address of ['/register?code=PR12345', '/contact', '/howto', '/forgot-password'])
    test(`the way out is told at ${address} too, and keeps what the address says`, async ({ page, app }) => {
      await page.clock.install()
      await page.goto(address)
      const told = app.text('You are inside {name}.')
      await soon(page, () => expect(told).toContainText('LINE', { timeout: 300 }))
      const out = new URL((await app.link('Open in browser').getAttribute('href')) ?? '', page.url())
      expect(out.searchParams.get('openExternalBrowser')).toBe('1')
      out.searchParams.delete('openExternalBrowser')
      expect(out.pathname + out.search).toBe(address)
    })
})

test.describe('on an iPhone', () => {
  test.use(iphone)
  test('how to install is told on the third visit, and not again after a no', async ({
    context,
    words,
    newMember,
  }) => {
    const member = await newMember(10)
    for (const visit of [1, 2, 3, 4]) {
      // A tab of its own is a visit of its own.
      const page = await context.newPage()
      const app = new App(page, words)
      const offer = app.text('To install the app, tap the share button, then “Add to Home Screen”.')
      await page.clock.install()
      await enter(page, member)
      await app.expectBalance('10.00')
      if (visit === 3) {
        await soon(page, () => expect(offer).toBeVisible({ timeout: 300 }))
        await app.button('No, thank you').click()
      } else await waitForAdvice(page)
      await expect(offer).toHaveCount(0)
      await page.close()
    }
  })
})

test('after money has gone where it should, the browser may ask', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const member = await newMember(50)
  await enter(page, member)
  await app.expectBalance('50.00')
  // The browser's own sign that it would let us ask.
  await page.evaluate(() => {
    const sign = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(Object.assign(globalThis, { asked: true })),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    dispatchEvent(sign)
  })
  await expect(app.button('Install')).toHaveCount(0)
  const deposit = await app.choose('Deposit')
  await deposit.surface.getByRole('button', { name: '100', exact: true }).click()
  await deposit.button('Create QR').click()
  await expect(deposit.surface.getByRole('timer')).toBeVisible()
  await new ConsoleTab(await context.newPage()).pay(member.phone)
  await expect(deposit.text('Credited')).toBeVisible()
  await expect(app.button('Install')).toHaveCount(0)
  await deposit.button('Done').click()
  await app.button('Install').click()
  await expect.poll(() => page.evaluate(() => 'asked' in globalThis)).toBe(true)
  await expect(app.button('Install')).toHaveCount(0)
})
