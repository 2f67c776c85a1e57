import type { Locator, Page } from 'playwright/test'
import { memberPages, visitorPages } from '../support/addresses.ts'
import type { App } from '../support/app.ts'
import { expect, navigateInApp, openMemberPage, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

/** Widths of phones in px. */
const widths = [320, 360, 390, 430]

// Rows of cards scroll by themselves then, and nothing is still moving.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.beforeEach(({ context }) => withoutEvents(context))

/**
 * What is wrong: a control below something that hangs free of the bars, wherever the page stands; once the page has been
 * scrolled to its end, one below a bar or what stands out of it, as the plus button does; and one that no scrolling brings out
 * from below what floats. Rows that move sideways are left out where they are cut.
 */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    const name = (element: Element) => element.outerHTML.slice(0, 100)
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const isTouched = (element: Element) =>
      isShown(element) && getComputedStyle(element).pointerEvents !== 'none'
    const controls = [...document.querySelectorAll('a, button, input, select, textarea')].filter(isShown)
    const floating = [...document.querySelectorAll('body *')].filter((element) =>
      /fixed|sticky/.test(getComputedStyle(element).position),
    )
    const isBar = (element: Element) =>
      element.getBoundingClientRect().width > innerWidth * 0.9 && isTouched(element)
    const bars = floating.filter(isBar)
    // What was scrolled out below the top bar is at rest there.
    const standingOut = bars.flatMap((bar) =>
      bar.getBoundingClientRect().top > 0 ? [bar, ...bar.querySelectorAll('a, button')] : [],
    )
    // Its frame may be as large as the window and let taps through.
    const free = floating
      .flatMap((element) =>
        bars.some((bar) => bar.contains(element)) ? [] : [element, ...element.querySelectorAll('*')],
      )
      .filter(isTouched)
    const look = (over: Element[]) => {
      for (const control of controls) {
        const box = control.getBoundingClientRect()
        for (const element of over.filter((each) => !each.contains(control) && !control.contains(each))) {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          if (box.left < right && box.right > left && box.top < bottom && box.bottom > top)
            found.add(`${name(element)} lies over ${name(control)}`)
        }
      }
    }
    const { scrollHeight } = document.documentElement
    for (const top of [0, scrollHeight / 2, scrollHeight]) {
      scrollTo({ top, behavior: 'instant' })
      look(free)
    }
    look(standingOut.filter(isShown))
    for (const control of controls) {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      if (left < 0 || right > innerWidth) continue
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isOwn = seen && (control.contains(seen) || control.closest('label')?.contains(seen))
      if (!isOwn) found.add(`no scrolling uncovers ${name(control)}`)
    }
    scrollTo({ top: 0, behavior: 'instant' })
    return [...found]
  })

async function expectNothingCovered(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    await expect.poll(() => coveredControls(page), { message: `${page.url()} at ${width} px` }).toEqual([])
  }
}

/** The chat is a link in the top bar, wherever there is one to talk to. */
const chatOf = (app: App) => app.surface.getByRole('link', { name: app.words.say('Chat'), exact: true })

/** Begin with something else than their title: a picture, the steps of a form, a message. */
const untitled = new Set(['/', '/login', '/register', '/forgot-password', '/nowhere', '/terminated'])

test('nothing floats over a control of a visitor’s pages; the chat is in the top bar; titles stand at one height', async ({
  page,
  app,
}) => {
  const heights = new Map<string, number>()
  for (const path of visitorPages) {
    await test.step(path, async () => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expectNothingCovered(page)
      const hasChat = !['/', '/nowhere', '/terminated'].includes(path)
      await expect(chatOf(app).filter({ visible: true })).toHaveCount(hasChat ? 1 : 0)
      if (!untitled.has(path)) heights.set(path, (await boxOf(page.getByRole('heading', { level: 1 }))).y)
    })
  }
  expect(heights.size).toBeGreaterThan(2)
  expect([...new Set(heights.values())], JSON.stringify([...heights])).toHaveLength(1)
})

for (const language of ['th', 'la', 'en'] as const) {
  test.describe(`at the login (${language})`, () => {
    test.use({ language })
    test('its button stands above the tab bar on a low phone', async ({ page, app }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/login')
      const button = await app.button('Log in').boundingBox()
      const bar = await page.getByRole('navigation').last().boundingBox()
      expect((button?.y ?? NaN) + (button?.height ?? NaN)).toBeLessThan(bar?.y ?? NaN)
    })
    test('a page at twice its size has every language in sight', async ({ page }) => {
      await page.setViewportSize({ width: 180, height: 370 })
      for (const path of ['/login', '/register']) {
        await page.goto(path)
        const choice = page.getByRole('button', { name: /^(?:ไทย|ລາວ|EN)$/u })
        await expect(choice).toHaveCount(3)
        const ends = () =>
          choice.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right <= innerWidth))
        await expect.poll(ends, path).toEqual([true, true, true])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(180)
      }
    })
  })
}

test('nothing floats over a control of a member’s pages; titles stand at one height', async ({
  page,
  app,
  words,
  newMember,
}) => {
  await signInAs(page, await newMember(300))
  await app.expectBalance('300.00')
  const heights = new Map<string, number>()
  for (const path of memberPages) {
    await test.step(path, async () => {
      await openMemberPage(page, words, path)
      await expect(chatOf(app)).toBeVisible()
      await expectNothingCovered(page)
      const title = page.getByRole('heading', { level: 1 })
      // At home it is the balance's, on its card.
      if (path !== '/user/home' && (await title.count()) > 0) heights.set(path, (await boxOf(title)).y)
    })
  }
  expect(heights.size).toBeGreaterThan(4)
  expect([...new Set(heights.values())], JSON.stringify([...heights])).toHaveLength(1)
})

test('signing in leaves nothing of the login’s first shape on the wallet', async ({
  page,
  app,
  newMember,
}) => {
  await page.goto('/login')
  await app.logIn(await newMember(300))
  await app.expectBalance('300.00')
  const shares = app.wallet().locator('[aria-hidden] > i')
  await expect(shares).toHaveCount(2)
  for (const share of await shares.all()) expect((await boxOf(share)).height).toBeLessThan(10)
})

/** Styles of a bubble that hangs over the page, and of what holds it. */
const bubbles = {
  'in a corner': ['position: fixed; inset: auto 16px 96px auto', ''],
  'in a frame as large as the window': [
    '',
    'position: fixed; inset: 0; pointer-events: none; display: grid; place-content: end; padding: 16px 16px 96px',
  ],
  'that follows the page': [
    'position: sticky; inset-block-end: 96px; justify-self: end',
    'display: contents',
  ],
}

test('a bubble that floats over the controls of a page is found', async ({ page, app, newMember }) => {
  await signInAs(page, await newMember(300))
  await app.expectBalance('300.00')
  for (const [how, [bubble = '', frame = '']] of Object.entries(bubbles)) {
    await page.evaluate(
      ([own, outer]) => {
        const [around, button] = [document.createElement('div'), document.createElement('button')]
        around.id = 'bubble'
        around.style.cssText = outer ?? ''
        button.style.cssText = `${own}; inline-size: 56px; block-size: 56px; pointer-events: auto`
        around.append(button)
        document.querySelector('main')?.append(around)
      },
      [bubble, frame],
    )
    await expect.poll(() => coveredControls(page), how).not.toEqual([])
    await page.evaluate(() => document.querySelector('#bubble')?.remove())
  }
  await expect.poll(() => coveredControls(page)).toEqual([])
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

    await test.step('in the sheet too, also of a wide window at twice its size', async () => {
      await page.setViewportSize({ width: 720, height: 450 })
      await navigateInApp(page, '/user/home?open=spin')
      const spin = app.sheet('Spin wheel').button('Spin for 1 coin')
      await expect(spin).toBeInViewport({ ratio: 1 })
      const [around, inside] = [await boxOf(page.getByRole('dialog')), await boxOf(spin)]
      expect(inside.right).toBeLessThanOrEqual(around.right)
      await page.setViewportSize({ width: 740, height: 360 })
    })

    await navigateInApp(page, '/user/home')
    await app.expectBalance('300.00')
    const game = page.getByRole('listitem').first()
    await expect(game).toBeInViewport({ ratio: 1 })
    expect((await boxOf(game)).bottom).toBeLessThanOrEqual(bar.y)
    expect((await boxOf(game)).x).toBeGreaterThanOrEqual((await boxOf(app.wallet())).right)
  })

  test('the field and the button of a withdrawal are in sight, with money in games too', async ({
    page,
    app,
    server,
    newMember,
  }) => {
    const member = await newMember(300)
    await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
    const toGame = { from: 'WALLET', to: 'PG', amount: 100 }
    await callApi(server.origin, 'POST', '/api/wallet/transfer', toGame, member.token)
    await signInAs(page, member, '/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')
    await expect(sheet.surface.getByRole('switch')).toBeAttached()
    await expect(sheet.button('Continue')).toBeInViewport({ ratio: 1 })
    await expect(sheet.field('Amount to withdraw')).toBeInViewport({ ratio: 1 })
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
    const whole = shown.findIndex((part) => part < 1)
    const next = shown[whole] ?? 1
    expect(next, `at ${width} px`).toBeGreaterThan(0.12)
    expect(next, `at ${width} px`).toBeLessThan(0.75)
    if (width !== 360) continue
    // The row shows about 2.2 cards on a phone.
    expect(whole).toBe(2)
    expect(next).toBeGreaterThan(0.15)
    expect(next).toBeLessThan(0.3)
  }
})

test('wide windows show a list with its details beside it on the bonus, statement, profile and contact pages', async ({
  page,
  app,
  words,
  newMember,
}) => {
  await signInAs(page, await newMember(300), '/user/bonus')
  const main = page.getByRole('main')
  const list = (english: string) => page.getByRole('list', { name: words.say(english) })
  const shareOf = async (left: Locator, right: Locator) => {
    await expect(right).toBeVisible()
    const [first, second] = [await boxOf(left), await boxOf(right)]
    expect(first.right).toBeLessThan(second.x)
    return (second.right - first.x) / (await boxOf(main)).width
  }
  const offer = page.getByRole('region').filter({ has: app.button('Claim bonus') })
  const pairs: [path: string, left: Locator, right: Locator][] = [
    ['bonus', list('Bonuses'), offer],
    ['statement', main.getByRole('listitem'), page.getByRole('region', { name: words.say('Details') })],
    ['profile', app.heading('Your bank account'), app.button('Log out').last()],
    ['contact', app.link('Chat with us'), list('Help videos')],
  ]
  for (const [width, share] of [
    [1440, 0.8],
    [1920, 0.72],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, left, right] of pairs) {
      await navigateInApp(page, `/user/${path}`)
      if (path === 'bonus') await list('Bonuses').getByRole('button').nth(1).click()
      expect(await shareOf(left, right), `${path} at ${width} px`).toBeGreaterThan(share)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
})
