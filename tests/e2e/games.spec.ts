import type { BrowserContext, Page } from 'playwright/test'
import { App } from '../support/app.ts'
import { advanceUntil, collectPageErrors, expect, signInAs, test } from '../support/fixtures.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { GameTab } from '../support/sandbox.ts'

/** Every brand of the app by its launch method. */
const byLink = [
  'PG',
  'BETFLIX',
  'ASKMEBET',
  'IMI',
  'USUN',
  'AREASLOT',
  'CIRCUS',
  'SLOTRACHA',
  'PGSLOT',
  'JOKER2',
  'HUAYHD',
]
const byForm = ['JOKER', 'SEXYGAME', 'SUPERSLOT', 'SLOTXO', 'UFABET']
const byAddress = 'LANTERN'
const wantPassword = new Set(['JOKER2', 'HUAYHD'])

interface Account {
  username: string
  password: string
}

async function activate(origin: string, { token }: TestMember, code: string): Promise<Account> {
  const account = await callApi(origin, 'GET', `/api/wallet/activate/${code}`, undefined, token)
  return { username: String(account['username']), password: String(account['password']) }
}

const fillGame = (origin: string, { token }: TestMember, code: string, amount: number) =>
  callApi(origin, 'POST', '/api/wallet/transfer', { from: 'WALLET', to: code, amount }, token)

async function openGame(page: Page, app: App, code: string): Promise<App> {
  await page.goto(`/user/home?open=game&game=${code}`)
  const sheet = page.getByRole('dialog')
  await expect(app.button('Transfer only')).toBeVisible()
  return new App(sheet, app.words)
}

/** Taps, and returns the tab that this opened. */
async function tapForNewTab(context: BrowserContext, tap: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page')
  await tap()
  return opened
}

/** The provider's own list of players has this row. */
async function expectPlayerAtProvider(page: Page, code: string, row: RegExp): Promise<void> {
  await page.goto(`/sandbox/games/${code}`)
  await expect(
    page.getByRole('table', { name: 'Players who came' }).getByRole('row', { name: row }),
  ).toBeVisible()
}

/** What would let the provider reach the app's page, or see where its player came from. */
const openerAndReferrer = (tab: Page) =>
  tab.evaluate(() => ({ opener: window.opener, referrer: document.referrer }))

test('every brand opens at its provider, signed in as the member', async ({
  page,
  context,
  server,
  app,
  newMember,
}) => {
  test.setTimeout(400_000)
  const member = await newMember(1000)
  const pageErrors = collectPageErrors(context)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const brands: { code: string; baht: number; account: Account }[] = []
  for (const code of [...byLink, ...byForm]) {
    const account = await activate(server.origin, member, code)
    const baht = 10 + brands.length
    await fillGame(server.origin, member, code, baht)
    brands.push({ code, baht, account })
  }
  const unknown = await activate(server.origin, member, byAddress)
  await signInAs(page, member)

  for (const { code, baht, account } of brands) {
    await test.step(code, async () => {
      const { username, password } = account
      const game = await openGame(page, app, code)
      const tab = await tapForNewTab(context, () => game.button('Web').click())
      const by = byForm.includes(code) ? 'by a form' : 'by a one-time link'
      await new GameTab(tab).expectSignedIn(by, username, `${baht}.00`)
      expect(await openerAndReferrer(tab)).toEqual({ opener: null, referrer: '' })
      expect(tab.url()).not.toContain(password)
      if (code === 'UFABET') await expect(tab.getByText('__VIEWSTATE:')).toBeVisible()
      const way = byForm.includes(code) ? 'form' : 'one-time link'
      await expectPlayerAtProvider(tab, code, new RegExp(`${username} ${way} ฿${baht}\\.00`, 'u'))
      await tab.close()
      const inAddress = asked.some((path) => path.includes(password))
      expect(inAddress, 'password in an address').toBe(wantPassword.has(code))
    })
  }

  await test.step(`${byAddress}, a brand unknown to the app`, async () => {
    const { username, password } = unknown
    const game = await openGame(page, app, byAddress)
    const tab = await tapForNewTab(context, () => game.button('Web').click())
    await expect(tab).toHaveURL(`${server.origin}/sandbox/games/${byAddress}`)
    expect(await openerAndReferrer(tab)).toEqual({ opener: null, referrer: '' })
    await tab.getByLabel('Username').fill(username)
    await tab.getByLabel('Password').fill(password)
    await tab.getByRole('button', { name: 'Sign in' }).click()
    await new GameTab(tab).expectSignedIn('by a form', username, '0.00')
    await tab.close()
  })

  await test.step('the game played last comes first in its section', async () => {
    await page.goto('/user/home')
    const lotto = page.getByRole('region', { name: app.words.say('Lotto') })
    await expect(lotto.getByRole('button').first()).toContainText('โคมมงคล')
  })
  // A browser requests /favicon.ico for a page without an icon; a 404 for it would count here.
  expect(pageErrors).toEqual([])
})

test('the apps for Android and iOS open from their links', async ({
  page,
  context,
  server,
  app,
  newMember,
}) => {
  const member = await newMember()
  await activate(server.origin, member, 'PG')
  await activate(server.origin, member, 'HUAYHD')
  await signInAs(page, member)
  const game = await openGame(page, app, 'PG')
  for (const platform of ['Android', 'iOS']) {
    const link = game.surface.getByRole('link', { name: platform })
    const tab = await tapForNewTab(context, () => link.click())
    await expect(tab).toHaveURL(`${server.origin}/sandbox/games/PG/${platform.toLowerCase()}`)
    expect(await openerAndReferrer(tab)).toEqual({ opener: null, referrer: '' })
    await tab.close()
  }
  const without = await openGame(page, app, 'HUAYHD')
  await expect(without.button('Web')).toBeVisible()
  await expect(without.surface.getByRole('link', { name: 'Android' })).toHaveCount(0)
})

test('if no tab can be opened, one more tap opens the game', async ({
  page,
  context,
  server,
  app,
  newMember,
}) => {
  const member = await newMember(300)
  const link = await activate(server.origin, member, 'PG')
  const form = await activate(server.origin, member, 'JOKER')
  await page.addInitScript(() => {
    window.open = () => null
  })
  await signInAs(page, member)

  await test.step('by a link, after the money was transferred', async () => {
    const game = await openGame(page, app, 'PG')
    await game.button('Transfer all and play').click()
    await app.button('Transfer and play').click()
    const tab = await tapForNewTab(context, () => game.link('Open the game').click())
    await new GameTab(tab).expectSignedIn('by a one-time link', link.username, '300.00')
    expect(await openerAndReferrer(tab)).toEqual({ opener: null, referrer: '' })
    await tab.close()
  })

  await test.step('by a form', async () => {
    const game = await openGame(page, app, 'JOKER')
    await game.button('Web').click()
    const tab = await tapForNewTab(context, () => game.button('Open the game').click())
    await new GameTab(tab).expectSignedIn('by a form', form.username, '0.00')
    expect(await openerAndReferrer(tab)).toEqual({ opener: null, referrer: '' })
    await tab.close()
  })

  await test.step('in the same window', async () => {
    const game = await openGame(page, app, 'JOKER')
    await game.button('Web').click()
    await game.button('Open it in this window').click()
    await new GameTab(page).expectSignedIn('by a form', form.username, '0.00')
  })
})

test("from an iPhone's home screen no empty tab opens; a second tap opens the game", async ({
  page,
  context,
  server,
  app,
  newMember,
}) => {
  const member = await newMember()
  const { username } = await activate(server.origin, member, 'PG')
  await page.addInitScript(() => Object.assign(navigator, { standalone: true }))
  await signInAs(page, member)
  const game = await openGame(page, app, 'PG')
  await game.button('Web').click()
  await expect(game.link('Open the game')).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  const tab = await tapForNewTab(context, () => game.link('Open the game').click())
  await new GameTab(tab).expectSignedIn('by a one-time link', username, '0.00')
})

test('in a frame that is not allowed to open tabs, the game opens in the frame', async ({
  page,
  server,
  app,
  newMember,
}) => {
  const member = await newMember()
  const { username } = await activate(server.origin, member, 'PG')
  await signInAs(page, member)
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.title = 'Framed'
    frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms')
    frame.style.cssText = 'position:fixed;inset:0;inline-size:100%;block-size:100%;border:0'
    frame.src = '/user/home?open=game&game=PG'
    document.body.append(frame)
  })
  const frame = page.frameLocator('iframe[title=Framed]')
  const game = new App(frame, app.words)
  await game.button('Web').click()
  await game.link('Open it in this window').click()
  await expect(frame.getByText(`Signed in by a one-time link as ${username}`)).toBeVisible()
})

test('a transfer that fails at the provider opens no game, and the money comes back once', async ({
  page,
  context,
  server,
  app,
  newMember,
}) => {
  const member = await newMember(200)
  const code = 'SLOTRACHA'
  const { username } = await activate(server.origin, member, code)
  await signInAs(page, member)
  const outside = await context.newPage()

  for (const [press, left] of [
    [`Fail next ${code}`, 0],
    [`Fail after moving ${code}`, 1],
  ] as const) {
    await test.step(press, async () => {
      await outside.goto('/sandbox/games')
      await outside.getByRole('button', { name: press, exact: true }).click()
      await expect(outside.getByRole('button', { name: `${press}: armed` })).toBeVisible()
      const game = await openGame(page, app, code)
      await game.button('Transfer all and play').click()
      await app.button('Transfer and play').click()
      await expect(game.surface.getByRole('alert')).toHaveText(
        app.words.say('The transfer did not go through. The money is where it was before.'),
      )
      await expect.poll(() => context.pages().length, 'tabs').toBe(2)
      await outside.goto(`/sandbox/games/${code}`)
      const moved = outside.getByRole('table', { name: 'Money moved' })
      await expect(
        moved.getByRole('row', { name: new RegExp(`${username} ฿200.00 given back`, 'u') }),
      ).toHaveCount(left)
    })
  }
  await page.goto('/user/home')
  await app.expectBalance('200.00')
  await expect(outside.getByText(`${username} ฿200.00 made`)).toHaveCount(0)
})

test('after a lost response no game opens by itself, and the app shows where the money is', async ({
  page,
  context,
  server,
  app,
  newMember,
}) => {
  await page.clock.install()
  const member = await newMember(150)
  const { username } = await activate(server.origin, member, 'PG')
  await signInAs(page, member)
  const game = await openGame(page, app, 'PG')
  // The request reaches the server; the response is lost.
  await page.route('**/api/wallet/transferAll', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await game.button('Transfer all and play').click()
  await app.button('Transfer and play').click()
  await advanceUntil(page, () => expect(game.text('{name} is ready')).toBeVisible({ timeout: 300 }))
  await expect.poll(() => context.pages().length).toBe(1)
  await expect(page.getByRole('dialog').getByText('150.00 ฿').first()).toBeVisible()
  const tab = await tapForNewTab(context, () => game.link('Open the game').click())
  await new GameTab(tab).expectSignedIn('by a one-time link', username, '150.00')
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('username and password are fetched only on request, and are stored nowhere', async ({
    page,
    server,
    app,
    newMember,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const member = await newMember()
    const { username, password } = await activate(server.origin, member, 'JOKER2')
    await signInAs(page, member)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const game = await openGame(page, app, 'JOKER2')
    expect(asked.filter((url) => url.includes('/account/'))).toEqual([])
    await game.button('Show username and password').click()
    await expect(game.surface.getByText(password)).toBeVisible()
    await game.button('Copy password').click()
    await expect(page.getByText(app.words.say('Copied: {shown}').replace('{shown}', password))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)

    await game.button('Reset password').click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: app.words.say('Reset password') })
      .click()
    await expect(game.surface.getByText(password)).toHaveCount(0)
    await game.button('Close').click()
    // The sheet leaves with a motion, in which it is still part of the page.
    await expect(page.getByText(username)).toHaveCount(0)
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const cached = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )
      const stored = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage))
      return JSON.stringify([stored, cached, document.body.innerText])
    })
    expect(kept).not.toContain(username)
    expect(kept).not.toContain('/api/wallet/account')
  })
})
