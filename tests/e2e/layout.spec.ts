import type { Locator, Page } from 'playwright/test'
import { readPages } from '../../scripts/route-loading/routes.ts'
import type { App } from '../support/app.ts'
import { expect, navigateInApp, signInAs, test, withoutEvents } from '../support/fixtures.ts'

/** Widths of phones in px. */
const widths = [320, 360, 390, 430]

// The routes' pages, and an address without one.
const pages = readPages().map((page) => ({ ...page, path: page.path.replace('*', 'nowhere') }))
const visitorPages = pages.filter(({ path }) => !path.startsWith('/user'))
const memberPages = pages.filter(({ path }) => path.startsWith('/user/'))

// Rows of cards scroll by themselves then, and nothing is still moving.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ context }) => withoutEvents(context))

/**
 * What is wrong: a control below something that floats freely; once the page has been scrolled to its end, one below anything
 * that floats; and one that no scrolling brings out from below it. Rows that move sideways are left out where they are cut.
 */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea')].filter(
      (control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    const floating = [...document.querySelectorAll('body *')].filter((element) => {
      const { position, pointerEvents } = getComputedStyle(element)
      return /fixed|sticky/.test(position) && pointerEvents !== 'none' && element.checkVisibility()
    })
    // What was scrolled out below the top bar is at rest there. What stands out of a bar, as the plus button does, floats with it.
    const parts = floating.flatMap((element) =>
      element.getBoundingClientRect().top > 0 ? [element, ...element.querySelectorAll('a, button')] : [],
    )
    const found: string[] = []
    const name = (element: Element) => element.outerHTML.slice(0, 100)
    // The bars keep to the window's edges. What is fixed free of them lies over something at rest, however far one scrolls.
    for (const element of floating) {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      if (getComputedStyle(element).position !== 'fixed' || top <= 0 || bottom >= innerHeight) continue
      const isOver = controls.some((control) => {
        const box = control.getBoundingClientRect()
        const meets = box.left < right && box.right > left && box.top < bottom && box.bottom > top
        return meets && !element.contains(control)
      })
      if (isOver) found.push(`${name(element)} floats over a control`)
    }
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    for (const control of controls.filter((each) => !floating.some((bar) => bar.contains(each)))) {
      const box = control.getBoundingClientRect()
      const over = parts.find((part) => {
        const other = part.getBoundingClientRect()
        return (
          box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top
        )
      })
      if (over) found.push(`${name(over)} lies over ${name(control)}`)
    }
    for (const control of controls) {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      if (left < 0 || right > innerWidth) continue
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isOwn = seen && (control.contains(seen) || control.closest('label')?.contains(seen))
      if (!isOwn) found.push(`no scrolling uncovers ${name(control)}`)
    }
    scrollTo({ top: 0, behavior: 'instant' })
    return found
  })

async function expectNothingCovered(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    await expect
      .poll(() => coveredControls(page), { message: `${page.url()} at ${width} px`, timeout: 5000 })
      .toEqual([])
  }
}

/** The chat is a link in the top bar, wherever there is one to talk to. */
const chatOf = (app: App) => app.surface.getByRole('link', { name: app.words.say('Chat'), exact: true })

test('nothing floats over a control of a visitor’s pages; the chat is in the top bar', async ({
  page,
  app,
}) => {
  for (const { path } of visitorPages) {
    await test.step(path, async () => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectNothingCovered(page)
      const hasChat = !['/', '/nowhere', '/terminated'].includes(path)
      await expect(chatOf(app).filter({ visible: true })).toHaveCount(hasChat ? 1 : 0)
    })
  }
})

test('nothing floats over a control of a member’s pages; titles stand at one height', async ({
  page,
  app,
  words,
  newMember,
}) => {
  await signInAs(page, await newMember(300))
  await app.expectBalance('300.00')
  const heights = new Map<string, number>()
  for (const { path, title: name } of memberPages) {
    await test.step(path, async () => {
      await navigateInApp(page, path)
      // The window has the page's title as soon as it is shown in place of the one before.
      await expect(page).toHaveTitle(words.like(name ?? ''))
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      await expect(chatOf(app)).toBeVisible()
      await expectNothingCovered(page)
      const title = page.getByRole('heading', { level: 1 })
      if ((await title.count()) > 0) heights.set(path, (await boxOf(title)).y)
    })
  }
  expect(heights.size).toBeGreaterThan(4)
  expect([...new Set(heights.values())], JSON.stringify([...heights])).toHaveLength(1)
})

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox()
  if (!box) throw new Error('It is not shown')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test.describe('on a phone held sideways', () => {
  test.use({ viewport: { width: 740, height: 360 } })

  test('the wheel and its button are in sight side by side, a game is on home, the plus stays in its bar', async ({
    page,
    app,
    newMember,
  }) => {
    await signInAs(page, await newMember(300), '/user/spin')
    const button = app.button('Spin for 1 coin')
    await expect(button).toBeInViewport({ ratio: 1 })
    const wheel = page.locator('canvas').first()
    await expect(wheel).toBeInViewport({ ratio: 1 })
    const bar = await boxOf(page.getByRole('navigation'))
    const [left, right] = [await boxOf(wheel), await boxOf(button)]
    expect(left.right).toBeLessThanOrEqual(right.x)
    expect(left.bottom).toBeLessThanOrEqual(bar.y)
    const plus = await boxOf(app.button('Deposit, withdraw and more'))
    expect(plus.y).toBeGreaterThanOrEqual(bar.y)

    await navigateInApp(page, '/user/home')
    await app.expectBalance('300.00')
    const game = page.getByRole('listitem').first()
    await expect(game).toBeInViewport({ ratio: 1 })
    expect((await boxOf(game)).bottom).toBeLessThanOrEqual(bar.y)
    expect((await boxOf(game)).x).toBeGreaterThanOrEqual((await boxOf(app.wallet())).right)
  })
})

test('a row of games shows a part of the next one at every width', async ({ page, app, newMember }) => {
  await signInAs(page, await newMember(300))
  await app.expectBalance('300.00')
  const rail = page.getByRole('main').getByRole('list').first()
  for (const width of [320, 360, 430, 527, 528, 679, 680, 740, 820, 899]) {
    await page.setViewportSize({ width, height: 900 })
    const shown = await rail.getByRole('listitem').evaluateAll((cards) =>
      cards.map((card) => {
        const { left, right } = card.getBoundingClientRect()
        return (Math.min(innerWidth, right) - left) / (right - left)
      }),
    )
    // The first that does not end within the window.
    const next = shown.find((part) => part < 1) ?? 1
    expect(next, `at ${width} px`).toBeGreaterThan(0.12)
    expect(next, `at ${width} px`).toBeLessThan(0.75)
  }
})

test('wide windows show a list with its details beside it on the bonus and contact pages', async ({
  page,
  app,
  words,
  newMember,
}) => {
  await signInAs(page, await newMember(300), '/user/bonus')
  const bonuses = page.getByRole('list', { name: words.say('Bonuses') })
  const videos = page.getByRole('list', { name: words.say('Help videos') })
  const isBeside = async (list: Locator, details: Locator) => {
    await expect(details).toBeVisible()
    const [first, second] = [await boxOf(list), await boxOf(details)]
    expect(first.right).toBeLessThan(second.x)
    const main = await boxOf(page.getByRole('main'))
    return (second.right - first.x) / main.width
  }
  for (const [width, share] of [
    [1440, 0.8],
    [1920, 0.6],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await navigateInApp(page, '/user/bonus')
    await bonuses.getByRole('button').nth(1).click()
    const offer = page.getByRole('region').filter({ has: app.button('Claim bonus') })
    expect(await isBeside(bonuses, offer)).toBeGreaterThan(share)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await navigateInApp(page, '/user/contact')
    expect(await isBeside(app.link('Chat with us'), videos)).toBeGreaterThan(share)
  }
})
