import type { BrowserContext } from 'playwright/test'
import { pagesOf, readRoutes } from '../../scripts/route-loading/routes.ts'
import { App } from '../support/app.ts'
import { collectFaults, enter, expect, test, withoutEvents } from '../support/fixtures.ts'

/** Lets none of the app's own scripts arrive, as on a line that has just broken. */
const withoutScripts = (context: BrowserContext) =>
  context.route('**/assets/*.js', (route) => route.abort('connectionfailed'))

test('the page has its shape before any script of the app has come', async ({ page, context }) => {
  await withoutScripts(context)
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-shell', 'arrival')
  await expect(page.locator('.shell-wave')).toBeVisible()
  await expect(page.locator('.shell-foot')).toBeVisible()
})

for (const { path, area, chain, staticData } of pagesOf(readRoutes())) {
  const address = path.replace('*', 'nowhere')
  test(`${address} says what it is, and asks first, before any script of the app has come`, async ({
    page,
    context,
    words,
    newMember,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await withoutScripts(context)
    if (area === 'user') await enter(page, await newMember(), address)
    else await page.goto(address)
    const { title, shape } = staticData.shell ?? {}
    if (shape === 'wallet') await expect(page.locator('.shell-wave')).toBeVisible()
    else await expect(page.locator('.shell-words > b')).toHaveText(words.say(title ?? staticData.title ?? ''))
    for (const question of chain.flatMap((route) => route.staticData.asks ?? []))
      await expect.poll(() => asked).toContain(question)
  })
}

test('the sheet that an address opens is asked for with its page', async ({ page, context, newMember }) => {
  await withoutScripts(context)
  const [files, question] = [
    page.waitForRequest(/\/deposit-sheet-/u),
    page.waitForRequest('**/api/lookup/deposit'),
  ]
  await enter(page, await newMember(), '/user/home?open=deposit')
  await Promise.all([files, question])
})

test('a member’s page opens as the wallet, in the theme and language chosen before', async ({
  page,
  context,
  newMember,
}) => {
  await page.addInitScript(() => localStorage.setItem('champa.theme', '"day"'))
  await page.addInitScript(() => localStorage.setItem('champa.locale', '"la"'))
  await withoutScripts(context)
  await enter(page, await newMember(), '/user')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-shell', 'wallet')
  await expect(root).toHaveAttribute('data-theme', 'day')
  await expect(root).toHaveAttribute('lang', 'lo')
  await expect(page.locator('.shell-wave')).toBeVisible()
})

test('what is kept here cannot name a screen, a language or a theme that is none', async ({ page }) => {
  const faults = collectFaults(page.context())
  await page.addInitScript(() => {
    localStorage.setItem('champa.locale', '"constructor"')
    localStorage.setItem('champa.theme', '"<b>"')
    localStorage.setItem('champa.token', '{"token":1}')
  })
  await page.goto('/user/home')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  await expect(page.getByRole('main')).toBeVisible()
  expect(faults).toEqual([])
})

test('the wallet is asked for once, side by side with the app, and gives way to the screen', async ({
  page,
  words,
  newMember,
}) => {
  const member = await newMember(75)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page, member, '/robots.txt')
  const faults = collectFaults(page.context())
  await withoutEvents(page.context())
  await page.goto('/user/home')
  await new App(page, words).expectBalance('75.00')
  await expect(page.locator('#shell')).toBeHidden()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path === '/api/wallet')).toHaveLength(1)
  expect(faults).toEqual([])
})

test('the last balance known stands on the page before the app does, for whose it is and as old as it is', async ({
  page,
  context,
  words,
  newMember,
}) => {
  const member = await newMember(75)
  await enter(page, member, '/user/home')
  await new App(page, words).expectBalance('75.00')
  await withoutScripts(context)
  const wave = page.locator('#shell .shell-wave')

  await page.reload()
  await expect(wave).toContainText('75.00')
  await expect(wave).toContainText(words.like('Updated {at}'))
  await expect(page.locator('html')).not.toHaveAttribute('data-shell-stale')

  await test.step('of another day', async () => {
    await page.evaluate(() => localStorage.setItem('champa.last-sync', `${Date.now() - 86_400_000}`))
    await page.reload()
    await expect(wave).toContainText('75.00')
    await expect(page.locator('html')).toHaveAttribute('data-shell-stale')
  })

  await test.step('until somebody signs out in another tab', async () => {
    const other = await context.newPage()
    await other.goto('/robots.txt')
    await other.evaluate(() => localStorage.setItem('champa.signed-out-at', '1'))
    await expect(wave).toHaveText('')
    await other.close()
  })

  await test.step('covered, or another member’s: not at all', async () => {
    await page.evaluate(() => localStorage.setItem('champa.hide-balance', 'true'))
    await page.reload()
    await expect(wave).toBeVisible()
    await expect(wave).toHaveText('')
    await page.evaluate(() => localStorage.removeItem('champa.hide-balance'))
    await page.evaluate(() => localStorage.setItem('champa.token', '"another"'))
    await page.reload()
    await expect(wave).toBeVisible()
    await expect(wave).toHaveText('')
  })
})

test('a page whose own files do not come says so, in place of its shape', async ({
  page,
  context,
  words,
}) => {
  // All but the app's own script.
  await context.route(/assets\/(?!vendor-|app-|index-|messages-|rolldown)[^/]*\.js/u, (route) =>
    route.abort('connectionfailed'),
  )
  await page.goto('/login')
  await expect(new App(page, words).text('This page could not be shown')).toBeVisible()
  await expect(page.locator('#shell')).toHaveCount(0)
})
