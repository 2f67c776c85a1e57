import type { BrowserContext, Page } from 'playwright/test'
import { getGameAccount } from '../../src/api/contract/game-account.ts'
import { lookupInfo, lookupRegisterOtp } from '../../src/api/contract/lookup.ts'
import { getQr } from '../../src/api/contract/qrcode.ts'
import { getSpinActive } from '../../src/api/contract/spinwheel.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { callApi } from '../support/members.ts'
import { advanceUntil, contentOf, expect, signInAs, test } from '../support/fixtures.ts'

const offline = 'You are offline'
/** The screens, and the message for an unusable response and for a captive portal, which counts as offline. */
const screens = [
  ['/user/home', 'Your wallet could not be loaded', offline],
  ['/user/statement', 'The statement could not be loaded', offline],
  ['/user/profile', 'Your profile could not be loaded', offline],
  ['/user/contact', 'This could not be loaded', offline],
  ['/user/home?open=conditions', 'This could not be loaded', offline],
  ['/user/home?open=deposit', 'The ways to deposit could not be loaded', offline],
  ['/user/home?open=transfer', 'Your wallet could not be loaded', offline],
  ['/user/home?open=game&game=PG', 'The game account could not be loaded', offline],
  ['/user/home?open=withdraw', 'Please try again in a moment.', offline],
] as const

const useless = {
  'a page of a Wi-Fi network': '<!doctype html><title>Welcome</title><p>Sign in to the network</p>',
  null: 'null',
}
/** tests/wrong-shapes.test.ts has every call against more of them. */
const wrongShapes = {
  'a list': '[]',
  'wrong types':
    '{"wallet":{"amount":"many"},"profile":7,"slots":"none","invite":[],"statements":{},"total":"x","banks":{},"conditions":[1],"hasQrcode":"yes","withdrawMin":"1","active":3,"name":{},"contactText":9}',
}

function breakAll(context: BrowserContext, body: string) {
  return context.route('**/api/**', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body }),
  )
}

/** Opens five screens at a time, because each waits for its own retry. */
async function onEachScreen(visit: (screen: (typeof screens)[number]) => Promise<void>) {
  for (let first = 0; first < screens.length; first += 5) {
    await Promise.all(screens.slice(first, first + 5).map(visit))
  }
}

/** Neither blank nor waiting for ever; of a sheet more than its title. */
async function expectSomething(page: Page, path: string, soon: typeof expect, what: string) {
  const [main, sheet] = [page.getByRole('main'), page.getByRole('dialog')]
  const shown = path.includes('open=') ? contentOf(sheet) : main.filter({ hasText: /\S/u })
  await soon(shown, what).toBeVisible()
  await soon(page.locator('[aria-busy=true]'), what).toHaveCount(0)
}

for (const [what, body] of Object.entries(useless)) {
  test(`every screen reports a response that is ${what}`, async ({ page, context, words, newMember }) => {
    const member = await newMember(40)
    const thrown: string[] = []
    context.on('weberror', (error) => thrown.push(String(error.error())))
    await signInAs(page, member, '/robots.txt')
    await context.clock.install()
    await breakAll(context, body)
    await onEachScreen(async ([path, broken, unreached]) => {
      const said = body.startsWith('<') ? unreached : broken
      const tab = await context.newPage()
      await tab.goto(path)
      const app = new App(tab, words)
      await advanceUntil(tab, (soon) => soon(app.text(said).first(), path).toBeVisible())
      await expect(app.button('Try again').first(), path).toBeVisible()
      await tab.close()
    })
    expect(thrown).toEqual([])
  })
}

test('responses of the wrong shape leave no page blank', async ({ page, context, newMember }) => {
  const member = await newMember(40)
  const thrown: string[] = []
  context.on('weberror', (error) => thrown.push(String(error.error())))
  await signInAs(page, member, '/robots.txt')
  await context.clock.install()
  for (const [what, body] of Object.entries(wrongShapes)) {
    await breakAll(context, body)
    await onEachScreen(async ([path]) => {
      const tab = await context.newPage()
      await tab.goto(path)
      // Until the app has asked again as often as it does.
      await advanceUntil(tab, (soon) => expectSomething(tab, path, soon, `${what} at ${path}`))
      await tab.close()
    })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  }
  expect(thrown).toEqual([])
})

test('one broken response breaks only its own part of the page', async ({ page, server, app, newMember }) => {
  const member = await newMember(40)
  await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  for (const call of [getSpinActive, lookupInfo, getQr, getGameAccount])
    await page.route(addressesOf(call), (route) => route.fulfill({ json: [] }))
  await signInAs(page, member)
  await app.expectBalance('40.00')
  await page.goto('/user/home?open=deposit')
  await expect(app.sheet('Deposit').text('We could not check for a waiting QR')).toBeVisible()
  const asked = page.waitForRequest(addressesOf(getQr))
  await app.sheet('Deposit').button('Try again').click()
  await asked
  // The sheet also asks by itself, and then has no such button any more.
  await page.unroute(addressesOf(getQr))
  await expect(app.sheet('Deposit').button('Create QR')).toBeVisible()
  await page.goto('/user/home?open=game&game=PG')
  const game = new App(page.getByRole('dialog'), app.words)
  await game.button('Show username and password').click()
  await expect(game.button('Try again')).toBeVisible()
  await page.unroute(addressesOf(getGameAccount))
  await game.button('Try again').click()
  await expect(game.button('Copy username')).toBeEnabled()
})

test('registration reports what it could not load', async ({ page, app }) => {
  await page.route(addressesOf(lookupRegisterOtp), (route) => route.fulfill({ body: '<p>Welcome</p>' }))
  await page.goto('/register')
  await expect(app.button('Try again')).toBeVisible()
  await page.unroute(addressesOf(lookupRegisterOtp))
  await app.button('Try again').click()
  await expect(app.heading('Create your account')).toBeVisible()
})
