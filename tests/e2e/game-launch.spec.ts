import { transferAll } from '../../src/api/contract/wallet.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { App } from '../support/app.ts'
import { advanceUntil, expect, signInAs, test } from '../support/fixtures.ts'
import { activate, openerAndReferrer, openGame, tapForNewTab } from '../support/game-launch.ts'
import { GameTab } from '../support/sandbox.ts'

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
        moved.getByRole('row', { name: new RegExp(`${username} 200.00\\s฿ given back`, 'u') }),
      ).toHaveCount(left)
    })
  }
  await page.goto('/user/home')
  await app.expectBalance('200.00')
  await expect(outside.getByText(`${username} 200.00 ฿ made`)).toHaveCount(0)
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
  await page.route(addressesOf(transferAll), async (route) => {
    await route.fetch()
    await route.abort()
  })
  await game.button('Transfer all and play').click()
  await app.button('Transfer and play').click()
  await advanceUntil(page, (soon) => soon(game.text('{name} is ready')).toBeVisible())
  await expect.poll(() => context.pages().length).toBe(1)
  await expect(page.getByRole('dialog').getByText('150.00 ฿').first()).toBeVisible()
  const tab = await tapForNewTab(context, () => game.link('Open the game').click())
  await new GameTab(tab).expectSignedIn('by a one-time link', username, '150.00')
})
