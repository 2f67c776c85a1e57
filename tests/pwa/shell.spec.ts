import type { BrowserContext, Page } from 'playwright/test'
import { lookupDeposit } from '../../src/api/contract/lookup.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { readPages } from '../../scripts/route-loading/routes.ts'
import { App } from '../support/app.ts'
import { firstWordsOf } from '../support/addresses.ts'
import { removeStored, store, storeText } from '../support/browser-storage.ts'
import { collectPageErrors, expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import type { Words } from '../support/words.ts'

/** Leaves all of the app's scripts unanswered, as on a slow connection. */
const withoutScripts = (context: BrowserContext) => context.route('**/assets/*.js', () => undefined)

test('the shell shows the page’s shape before any script has loaded', async ({ page, context }) => {
  await withoutScripts(context)
  await page.goto('/login')
  await expect(page.locator('.shell-page')).toHaveAttribute('data-page', 'arrival')
  await expect(page.locator('.shell-words')).toBeVisible()
})

/** For every page: its title is painted and its first requests are sent while its scripts are still loading. */
async function expectShells(page: Page, words: Words, pages: ReturnType<typeof readPages>): Promise<void> {
  await withoutScripts(page.context())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const { path, chain, title, shell } of pages) {
    const address = path.replace('*', 'nowhere')
    await test.step(address, async () => {
      asked.length = 0
      await page.goto(address)
      const shape = page.locator('.shell-words')
      await expect(shape).toBeVisible()
      if (shell?.shape !== 'wallet')
        await expect(shape.locator('h1')).toHaveText(words.say(shell?.title ?? title ?? ''))
      for (const question of chain.flatMap((route) => route.asks ?? []))
        await expect.poll(() => asked).toContain(question)
    })
  }
}

const ofMembers = ({ path }: { path: string }) => path.startsWith('/user')

test('the shell of every visitor’s page shows its title and sends its first requests before any script has loaded', ({
  page,
  words,
}) =>
  expectShells(
    page,
    words,
    readPages().filter((one) => !ofMembers(one)),
  ))

test('so does the shell of every member’s page', async ({ page, words, newMember }) => {
  await signInAs(page, await newMember(), '/robots.txt')
  await expectShells(
    page,
    words,
    readPages().filter((one) => ofMembers(one)),
  )
})

/** Notes whether the spinner of a page that is not there yet was seen in place of the page's shape. Runs in the page. */
function noteSpinner(loading: string): void {
  Object.assign(globalThis, { wasBare: false })
  const look = () => {
    const said = [...document.querySelectorAll('output')].some(({ textContent }) => textContent === loading)
    const seen = document.querySelector('.shell-page, main h1')?.checkVisibility({ visibilityProperty: true })
    if (said && !seen) Object.assign(globalThis, { wasBare: true })
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const shapeOf = (page: Page) => page.locator('.shell-words')

/** Holds back what a page loads, until the function that it returns is called. */
async function holdBack(page: Page, what: RegExp): Promise<() => Promise<void>> {
  let arrive: () => void = () => undefined
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(what, async (route) => {
    await late
    await route.continue()
  })
  return async () => {
    arrive()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** The page's file alone, not that of its layout. */
const ownFile = (path: string) =>
  new RegExp(`/assets/${path.replace(/^.*[/]/, '').replace('*', '_')}-[^/]+[.]js$`, 'u')

/** Checks of each page that its shape stays while the app has started and the files or answers that match `late` are held back. */
async function expectShapesStay(
  page: Page,
  words: Words,
  paths: string[],
  late: (path: string) => RegExp,
): Promise<void> {
  await page.addInitScript(noteSpinner, words.say('Loading'))
  for (const path of paths)
    await test.step(path, async () => {
      const arrive = await holdBack(page, late(path))
      await page.goto(path.replace('*', 'nowhere'))
      // Mostly with the page's layout. A screen reader hears that the page loads.
      await expect(page.getByRole('status').filter({ hasText: words.say('Loading') })).toBeAttached()
      await expect(shapeOf(page)).toBeVisible()
      await arrive()
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(shapeOf(page)).toHaveCount(0)
      const wasBare = await page.evaluate(() => (globalThis as unknown as { wasBare: boolean }).wasBare)
      expect.soft(wasBare, `a spinner in place of the shape of ${path}`).toBe(false)
    })
}

const pathsOfMembers = readPages()
  .filter(ofMembers)
  .map(({ path }) => path)
const pathsOfVisitors = readPages()
  .map(({ path }) => path)
  .filter((path) => !pathsOfMembers.includes(path))

test('the shape of every visitor’s page stays until the page’s own file is there', ({ page, words }) =>
  expectShapesStay(page, words, pathsOfVisitors, ownFile))

test('so does the shape of every member’s page', async ({ page, words, newMember }) => {
  await signInAs(page, await newMember(75), '/robots.txt')
  await expectShapesStay(page, words, pathsOfMembers, ownFile)
})

test('the shape of a page that cannot be shown without its first answer stays until that is there', ({
  page,
  words,
}) => expectShapesStay(page, words, ['/forgot-password', '/login', '/register'], () => /[/]api[/]lookup[/]/u))

test('a page whose file fails late shows the error in place of its shape, below its layout', async ({
  page,
  words,
  newMember,
}) => {
  let fail: () => void = () => undefined
  const late = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(ownFile('/user/bonus'), async (route) => {
    await late
    await route.abort('connectionfailed')
  })
  await signInAs(page, await newMember(), '/user/bonus')
  await expect(page.getByRole('status').filter({ hasText: words.say('Loading') })).toBeAttached()
  fail()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(words.like('This page could not be shown'))
  await expect(alert.getByRole('button')).toBeVisible()
  await expect(shapeOf(page)).toHaveCount(0)
})

/**
 * Where the logo, the wallet's or the welcome's surface and the first line of each of these texts stand: in the page's shape, or in the
 * app once it is there. Runs in the page.
 */
function placesOf(texts: string[]): Record<string, number[] | undefined> {
  const root = document.querySelector('#shell') ?? document.querySelector('#app') ?? document.body
  const boxOf = (of: Element | Range | null | undefined) => {
    const { left, top, width, height } = of?.getClientRects()[0] ?? {}
    return left === undefined ? undefined : [left, top, width, height].map((one = 0) => Math.round(one))
  }
  const walker = document.createTreeWalker(
    root.querySelector('.shell-page, main') ?? root,
    NodeFilter.SHOW_TEXT,
  )
  const nodes: Node[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  const lineOf = (text: string) => {
    const node = nodes.find(({ textContent }) => textContent?.trim() === text)
    if (!node) return undefined
    const range = document.createRange()
    range.selectNodeContents(node)
    return boxOf(range)
  }
  const surface = root.querySelector(
    "[data-page='wallet'] :is(.shell-words, section), [data-page='arrival'] > :first-child",
  )
  return {
    logo: boxOf(root.querySelector('img[src="/champa.svg"]')),
    surface: boxOf(surface),
    ...Object.fromEntries(texts.map((text) => [text, lineOf(text)])),
  }
}

const widths = [360, 768, 1024, 1440]

/** For every page: what its shape shows stands where the page shows it, in windows of all widths. */
async function expectShapesFit(page: Page, words: Words, pages: ReturnType<typeof readPages>): Promise<void> {
  for (const { path, shell } of pages) {
    const address = path.replace('*', 'nowhere')
    const texts = shell?.shape === 'wallet' ? ['75.00'] : firstWordsOf(address).map((text) => words.say(text))
    await test.step(address, async () => {
      const arrive = await holdBack(page, /[/]assets[/].*[.]js$/u)
      await page.goto(address)
      await expect(shapeOf(page)).toContainText(texts[0] ?? '')
      const look = async (width: number) => {
        await page.setViewportSize({ width, height: 900 })
        return page.evaluate(placesOf, texts)
      }
      const places: Record<string, number[] | undefined>[] = []
      for (const width of widths) places.push(await look(width))
      await arrive()
      await expect(shapeOf(page)).toHaveCount(0)
      for (const [index, width] of widths.entries())
        await expect
          .soft(async () => expect(await look(width)).toEqual(places[index]))
          .toPass({ timeout: 5000 })
    })
  }
}

test('what the shape of every visitor’s page shows stands where the page shows it', ({ page, words }) =>
  expectShapesFit(
    page,
    words,
    readPages().filter((one) => !ofMembers(one)),
  ))

test('so does that of every member’s page', async ({ page, app, words, newMember }) => {
  await signInAs(page, await newMember(75), '/user/home')
  await app.expectBalance('75.00')
  await page.waitForFunction(() => localStorage.getItem('champa.last-sync') !== null)
  await expectShapesFit(
    page,
    words,
    readPages().filter((one) => ofMembers(one)),
  )
})

test('the files and data of a sheet in the address are requested together with its page', async ({
  page,
  context,
  newMember,
}) => {
  await withoutScripts(context)
  const [files, question] = [
    page.waitForRequest(/\/deposit-sheet-/u),
    page.waitForRequest(addressesOf(lookupDeposit)),
  ]
  await signInAs(page, await newMember(), '/user/home?open=deposit')
  await Promise.all([files, question])
})

test('for a member the shell shows the wallet, in the stored theme and language', async ({
  page,
  context,
  newMember,
}) => {
  await page.addInitScript(() => localStorage.setItem('champa.theme', '"day"'))
  await page.addInitScript(() => localStorage.setItem('champa.locale', '"la"'))
  await withoutScripts(context)
  await signInAs(page, await newMember(), '/user')
  const root = page.locator('html')
  await expect(page.locator('.shell-page')).toHaveAttribute('data-page', 'wallet')
  await expect(root).toHaveAttribute('data-theme', 'day')
  await expect(root).toHaveAttribute('lang', 'lo')
  await expect(page.locator('.shell-words')).toBeVisible()
})

test('the shell ignores an invalid stored language, theme or token', async ({ page }) => {
  const pageErrors = collectPageErrors(page.context())
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
  expect(pageErrors).toEqual([])
})

test('the wallet is requested once, while the app loads, and the screen replaces the shell', async ({
  page,
  words,
  newMember,
}) => {
  const member = await newMember(75)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signInAs(page, member, '/robots.txt')
  const pageErrors = collectPageErrors(page.context())
  await withoutEvents(page.context())
  await page.goto('/user/home')
  await new App(page, words).expectBalance('75.00')
  await expect(page.locator('#shell')).toBeHidden()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path === '/api/wallet')).toHaveLength(1)
  expect(pageErrors).toEqual([])
})

test('the shell shows the member’s last known balance with its time before the app has loaded', async ({
  page,
  context,
  words,
  newMember,
}) => {
  const member = await newMember(75)
  await signInAs(page, member, '/user/home')
  await new App(page, words).expectBalance('75.00')
  // It is kept a moment after it is shown.
  await page.waitForFunction(() => localStorage.getItem('champa.last-sync') !== null)
  await withoutScripts(context)
  const shape = page.locator('#shell .shell-words')

  await page.reload()
  await expect(shape).toContainText('75.00')
  await expect(shape).toContainText(words.like('Updated {at}'))
  await expect(page.locator('html')).not.toHaveAttribute('data-shell-stale')

  await test.step('a balance from another day is marked as stale', async () => {
    await store(page, 'lastSync', Date.now() - 86_400_000)
    await page.reload()
    await expect(shape).toContainText('75.00')
    await expect(page.locator('html')).toHaveAttribute('data-shell-stale')
  })

  await test.step('a sign-out in another tab removes it, and nothing else that is stored', async () => {
    const other = await context.newPage()
    await other.goto('/robots.txt')
    await page.evaluate(() => {
      const told = new Promise((resolve) => addEventListener('storage', resolve, { once: true }))
      Object.assign(globalThis, { told: told.then(() => true) })
    })
    // As the page before a reload does while it is left, which the reloaded page hears of too.
    await storeText(other, 'queryCache', '{}')
    await page.waitForFunction(() => (globalThis as unknown as { told: Promise<true> }).told)
    await expect(shape).toContainText('75.00')
    await storeText(other, 'signedOutAt', '1')
    await expect(shape).toHaveText('')
    await other.close()
  })

  await test.step('a hidden balance, or another member’s, is not shown', async () => {
    await storeText(page, 'hideBalance', 'true')
    await page.reload()
    await expect(shape).toBeVisible()
    await expect(shape).toHaveText('')
    await removeStored(page, 'hideBalance')
    await storeText(page, 'token', '"another"')
    await page.reload()
    await expect(shape).toBeVisible()
    await expect(shape).toHaveText('')
  })
})

const look = (element: Element) => {
  const { fontSize, fontWeight } = getComputedStyle(element)
  return [fontSize, fontWeight]
}

for (const [baht, figure] of [
  [1234.5, '1,234.50'],
  [123_456.78, '123,456.78'],
] as const) {
  test(`the balance ${figure} and its unit are as large in the shell as on the card`, async ({
    page,
    context,
    words,
    newMember,
  }) => {
    const sizes = async (shown: string) => {
      const found: string[] = []
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 640 })
        found.push(await page.locator(shown).evaluate((element) => getComputedStyle(element).fontSize))
      }
      return found
    }
    await signInAs(page, await newMember(baht), '/user/home')
    await new App(page, words).expectBalance(figure)
    await page.waitForFunction(() => localStorage.getItem('champa.last-sync') !== null)
    const onCard = await sizes('.balance-figure')
    const unit = (shown: string) => page.locator(shown).evaluate(look)
    const unitOnCard = await unit('.balance-figure + span')
    await withoutScripts(context)
    await page.reload()
    await expect(page.locator('.shell-words h1')).toHaveText(`${figure} ฿`)
    expect(await sizes('.shell-words h1')).toEqual(onCard)
    expect(await unit('.shell-words h1 > small')).toEqual(unitOnCard)
  })
}

test('a page whose files cannot be loaded shows an error instead of its shape', async ({
  page,
  context,
  words,
}) => {
  // Blocks everything but the scripts of the app itself.
  await context.route(/assets\/(?!vendor-|index-|rolldown)[^/]*\.js$/u, (route) =>
    route.abort('connectionfailed'),
  )
  await page.goto('/login')
  await expect(new App(page, words).text('This page could not be shown')).toBeVisible()
  await expect(page.locator('#shell')).toHaveCount(0)
})

test('a page whose messages cannot be loaded says so in its language', async ({ page, context, words }) => {
  await context.route('**/assets/*.json', (route) => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText(words.like('This page could not be shown'))
  await context.unroute('**/assets/*.json')
  await page.getByRole('button', { name: words.say('Try again') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#shell')).toHaveCount(0)
})
