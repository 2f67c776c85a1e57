import type { Page } from 'playwright/test'
import { getSpinSetup } from '../../src/api/contract/spinwheel.ts'
import { listStatements } from '../../src/api/contract/statement.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

// The page follows the finger.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Drags a finger down the page by so many pixels. Returns a function that lifts it. */
async function drag(page: Page, by: number, from = 300) {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 30, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', from + (by * step) / 10)
  return () => touch('touchEnd')
}

// Without the backend's events, anything new on the screen was refetched by the gesture.
test.beforeEach(({ context }) => withoutEvents(context))

test('pulling down a member’s page refreshes it, only from its top', async ({
  page,
  app,
  server,
  newMember,
}) => {
  const member = await newMember(300)
  await signInAs(page, member)
  await app.expectBalance('300.00')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const times = (path: string) => asked.filter((one) => one === path).length
  const armed = page.locator('[data-armed=true]')
  const pullDown = async () => {
    // A pull during a refresh is ignored.
    await expect(page.locator('[data-turning=true]')).toHaveCount(0)
    const lift = await drag(page, 160)
    await expect(armed).toHaveCount(1)
    await lift()
    await expect(armed).toHaveCount(0)
  }
  /** The gesture's code loads with the first touch. */
  const waitForPullToRefresh = () =>
    expect(async () => {
      const lift = await drag(page, 60)
      await lift()
      const overscroll = () => getComputedStyle(document.documentElement).overscrollBehaviorY
      expect(await page.evaluate(overscroll)).toBe('contain')
    }).toPass()

  for (const [address, paths] of [
    ['/user/home', ['/api/wallet/refresh/slot']],
    ['/user/bonus', ['/api/bonus', '/api/bonus/check/active']],
    ['/user/statement', ['/api/statement']],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(
        page.getByRole('main').getByRole('button', { name: app.words.say('Refresh') }),
      ).toBeVisible()
      await waitForPullToRefresh()
      const lift = await drag(page, 60)
      await expect(armed).toHaveCount(0)
      await lift()
      const before = paths.map(times)
      await pullDown()
      for (const [place, path] of paths.entries())
        await expect.poll(() => times(path)).toBeGreaterThan(before[place] ?? 0)
    })
  }

  await test.step('a transfer made meanwhile is shown', async () => {
    await callApi(server.origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
    const move = { from: 'WALLET', to: 'PG', amount: 77 }
    await callApi(server.origin, 'POST', '/api/wallet/transfer', move, member.token)
    await pullDown()
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('77.00')
  })

  await test.step('a gesture on an open sheet does not refresh the page below', async () => {
    await app.button('Slip status').click()
    const sheet = app.sheet('Uploaded slips')
    await expect(sheet.button('Close')).toBeVisible()
    const lift = await drag(page, 160, 600)
    await expect(armed).toHaveCount(0)
    await lift()
    await sheet.button('Close').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a failed refresh is reported', async () => {
    await page.route(addressesOf(listStatements), (route) => route.abort('connectionfailed'))
    await pullDown()
    await expect(app.text('This page could not be refreshed')).toBeVisible()
    await expect(app.text('As of {at} · {age}')).toBeVisible()
  })
})

test('the wheel’s refresh button works by keyboard', async ({ page, app, newMember }) => {
  await signInAs(page, await newMember(300), '/user/spin')
  const refresh = page.getByRole('main').getByRole('button', { name: app.words.say('Refresh') })
  await expect(refresh).toBeVisible()
  const asked = page.waitForRequest(addressesOf(getSpinSetup))
  await refresh.focus()
  await page.keyboard.press('Enter')
  await asked
  await expect(refresh).not.toHaveAttribute('aria-busy', 'true')
})
