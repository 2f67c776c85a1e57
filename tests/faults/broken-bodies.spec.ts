import { login } from '../../src/api/contract/login.ts'
import { getWallet, withdraw } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { balanceAndRows } from '../support/members.ts'
import { advanceUntil, expect, signInAs, test } from '../support/fault-proxy-test.ts'
import {
  captivePortal,
  headersOnly,
  malformJson,
  sendSlowly,
  truncateBody,
  withholdRequest,
} from '../support/fault-proxy.ts'

const anything = /^\/api\//u

test('truncated and slow response bodies corrupt nothing', async ({ page, faultProxy, app, newMember }) => {
  const member = await newMember(150)
  await signInAs(page, member, '/robots.txt')

  await test.step('truncateBody, for the wallet and the calls of every page', async () => {
    for (const fault of [truncateBody, malformJson]) {
      faultProxy.inject(anything, fault)
      await page.goto('/user/home')
      await expect(app.button('Try again').first()).toBeVisible()
      await expect(app.wallet()).toHaveCount(0)
      faultProxy.clear()
      // Any answered request shows the app that it is online, and it may retry by itself.
      await expect(async () => {
        const again = app.button('Try again').first()
        if (await again.isVisible()) await again.click({ timeout: 1000 })
        await app.expectBalance('150.00', 5000)
      }).toPass()
      await page.evaluate(() => {
        localStorage.removeItem('champa.user-info')
        localStorage.removeItem('champa.queries')
      })
    }
  })

  await test.step('byte by byte', async () => {
    faultProxy.inject(anything, sendSlowly)
    await page.goto('/user/home')
    await app.expectBalance('150.00')
    faultProxy.clear()
  })

  await test.step('of the login call', async () => {
    await app.button('Log out').click()
    for (const fault of [truncateBody, malformJson]) {
      await page.goto('/login')
      faultProxy.inject(login, fault)
      await app.field('Phone number').fill(member.phone)
      await page.getByLabel(app.words.say('Password'), { exact: true }).fill(member.password)
      await app.button('Log in').click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      faultProxy.clear()
    }
    faultProxy.inject(login, sendSlowly)
    await page.goto('/login')
    await app.logIn(member)
    await app.expectBalance('150.00')
  })
})

test('after a broken response the app asks for the outcome; a late one shows "Still working" before it times out', async ({
  page,
  faultProxy,
  app,
  server,
  newMember,
}) => {
  await page.clock.install()
  const member = await newMember(500)
  await signInAs(page, member)
  const sheet = app.sheet('Withdraw')
  const fillIn = async () => {
    await page.goto('/user/home?open=withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    await expect(sheet.button('Confirm withdrawal')).toBeEnabled()
  }
  let rows = 0
  for (const fault of [truncateBody, malformJson]) {
    faultProxy.inject(withdraw, fault)
    await fillIn()
    await sheet.button('Confirm withdrawal').click()
    await advanceUntil(page, (soon) => soon(sheet.text('Your money is on its way')).toBeVisible(), 1000)
    faultProxy.clear()
    rows += 1
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({
      amount: 500 - rows * 100,
      rows,
    })
  }

  await test.step('only the response headers arrive', async () => {
    const reached = faultProxy.inject(withdraw, headersOnly).next()
    await fillIn()
    // The page's clock stands still from here, however long the server takes.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
    const sent = faultProxy.count(withdraw)
    await sheet.button('Confirm withdrawal').click()
    // The request is sent after a frame.
    await expect(async () => {
      await page.clock.runFor(20)
      await expect.poll(() => faultProxy.count(withdraw), { timeout: 1000 }).toBeGreaterThan(sent)
    }).toPass()
    await reached
    const still = page.getByRole('region', { name: app.words.say('Messages') })
    await page.clock.runFor(4000)
    await expect(still).not.toContainText(app.words.say('Still working'))
    await page.clock.runFor(1500)
    await expect(still).toContainText(app.words.say('Still working'))
    await page.clock.fastForward(50_000)
    await expect(still).toContainText(app.words.say('Still working'))
    await expect(sheet.button('Confirm withdrawal')).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(5000)
    await page.clock.resume()
    await expect(still).not.toContainText(app.words.say('Still working'))
    await advanceUntil(page, (soon) => soon(sheet.text('Your money is on its way')).toBeVisible(), 1000)
    faultProxy.clear()
    expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 200, rows: 3 })
  })

  await test.step('a loading screen says so too, and times out after a minute', async () => {
    await sheet.button('Done').click()
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      localStorage.removeItem('champa.user-info')
      localStorage.removeItem('champa.queries')
    })
    faultProxy.inject(getWallet, withholdRequest)
    const asked = page.waitForRequest(addressesOf(getWallet))
    await page.goto('/user/home')
    await asked
    await advanceUntil(
      page,
      (soon) => soon(app.connection('The connection is slow · still trying')).toBeVisible(),
      5100,
    )
    await page.clock.fastForward(61_000)
    await advanceUntil(page, (soon) => soon(app.button('Try again').first()).toBeVisible(), 61_000)
    faultProxy.clear()
    await advanceUntil(page, (soon) => soon(app.wallet()).toBeVisible(), 10_000)
    await app.expectBalance('200.00')
  })
})

test('a captive portal counts as offline, and an operation it answered is not reported as done', async ({
  page,
  faultProxy,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(300)
  await signInAs(page, member)
  await app.expectBalance('300.00')
  const offline = app.connection('Offline · you see what was last known')
  const sheet = app.sheet('Withdraw')
  await page.clock.install()

  for (const status of [200, 302, 511] as const) {
    await test.step(`the portal answers with ${status}`, async () => {
      await page.goto('/user/home?open=withdraw')
      await sheet.field('Amount to withdraw').fill('100')
      // After an operation of unknown outcome the next one waits until that can no longer arrive, by the server's clock.
      await advanceUntil(page, (soon) => soon(sheet.button('Continue')).toBeEnabled(), 121_000)
      await sheet.button('Continue').click()
      await advanceUntil(page, (soon) => soon(sheet.button('Confirm withdrawal')).toBeEnabled(), 121_000)
      // The portal begins with the operation, so the sheet's own calls still reached the server.
      faultProxy.inject(withdraw, (response, pass) => {
        faultProxy.inject(anything, captivePortal(status))
        return captivePortal(status)(response, pass)
      })
      await sheet.button('Confirm withdrawal').click()
      const said =
        status === 200
          ? 'We do not know yet whether it went through'
          : 'You are offline. Please check your connection and try again.'
      await advanceUntil(page, (soon) => soon(sheet.text(said)).toBeVisible(), 2500)
      await expect(offline).toBeVisible()
      faultProxy.clear()
      await advanceUntil(page, (soon) => soon(offline).toBeHidden(), 10_000)
    })
  }
  // The sheet's own; the notice of the earlier withdrawal has another.
  await sheet.button('Close').first().click()
  await app.expectBalance('300.00')
  expect(await balanceAndRows(server.origin, member, 'withdraw')).toEqual({ amount: 300, rows: 0 })

  await test.step('also at sign-in and on other screens', async () => {
    faultProxy.inject(anything, captivePortal(511))
    await page.goto('/user/statement')
    await advanceUntil(page, (soon) => soon(offline).toBeVisible(), 2000)
    await new App(page, words).button('Log out').click()
    await app.field('Phone number').fill(member.phone)
    await expect(app.button('Log in')).toBeDisabled()
    await expect(app.button('Log in')).toHaveAccessibleDescription(/\S/u)
    faultProxy.clear()
    await advanceUntil(page, (soon) => soon(app.button('Log in')).toBeEnabled(), 10_000)
    await app.logIn(member)
  })
})
