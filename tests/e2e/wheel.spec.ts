import { getOperation } from '../../src/api/contract/operation.ts'
import { listCoupons, spin } from '../../src/api/contract/spinwheel.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { countRequests } from '../support/count-requests.ts'
import { App } from '../support/app.ts'
import {
  advanceUntil,
  collectPageErrors,
  expect,
  navigateInApp,
  signInAs,
  test,
} from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { coloursAround, forceNextSpin, slices, Wheel } from '../support/wheel.ts'

// The wheel turns.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
/** Away from the pointer a colour is painted a shade darker or lighter. */
function nearest(painted: string): string | undefined {
  const distance = (colour: string) =>
    Math.hypot(...parts(colour).map((part, at) => part - (parts(painted)[at] ?? 0)))
  return slices.map(({ colour }) => colour).find((colour) => distance(colour) < 8)
}

/** Spun on the page: a prize, with the animation, and none. wheel-geometry.test.ts has where each slice stops. */
const spunOnPage = ['B500', 'NONE1', 'B5']

test('the wheel stops with the won slice’s colour under the pointer, and every slice in its place', async ({
  page,
  context,
  app,
  server,
  sandbox,
  newMember,
}) => {
  const member = await newMember(100 * slices.length)
  for (const { code } of slices.filter((one) => !spunOnPage.includes(one.code))) {
    await forceNextSpin(sandbox, member, code)
    await callApi(server.origin, 'POST', '/api/spinwheel/spin', {}, member.token)
  }
  const pageErrors = collectPageErrors(context)
  await page.clock.install()
  await signInAs(page, member, '/user/spin')
  const wheel = new Wheel(page, app)
  const colours = slices.map(({ colour }) => colour)
  for (const [index, code] of spunOnPage.entries()) {
    await page.emulateMedia({ reducedMotion: index === 0 ? 'no-preference' : 'reduce' })
    await forceNextSpin(sandbox, member, code)
    await expect(wheel.hub(spunOnPage.length - index)).toBeEnabled()
    const place = slices.findIndex((slice) => slice.code === code)
    expect(await wheel.spin(), code).toBe(colours[place])
    const around = [...colours.slice(place), ...colours.slice(0, place)]
    expect((await coloursAround(page, slices.length)).map(nearest), code).toEqual(around)
    // The prize is told two seconds after the answer.
    await page.clock.fastForward(2000)
    await wheel.readPrize()
  }
  await expect(app.button('Spin for 1 coin')).toBeDisabled()
  await expect(app.text('You have no coins left. Deposits earn new ones.')).toBeVisible()
  // Three to a page; two slices win nothing.
  await expect(wheel.coupons()).toHaveText([/^1/u, /^2/u, /^3/u])
  await app.button('Next page').click()
  await expect(wheel.coupons()).toHaveText([/^4/u, /^5/u, /^6/u])
  expect(pageErrors).toEqual([])
})

test('a spin started on the page goes on in the sheet, and its prize is claimed there', async ({
  page,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const member = await newMember(300)
  await page.clock.install()
  // A longer animation, so that even a slow machine can open the other page meanwhile.
  await page.addInitScript(() => {
    const { animate } = Element.prototype
    const { setTimeout: wait } = globalThis
    const longer = (ms: number) => (ms >= 1200 && ms <= 2000 ? 10 * ms : ms)
    Element.prototype.animate = function (frames, timing) {
      if (typeof timing !== 'object') return animate.call(this, frames, timing)
      return animate.call(this, frames, { ...timing, duration: longer(Number(timing.duration)) })
    }
    const waitLonger = (run: () => void, ms = 0, ...rest: []) => wait(run, longer(ms), ...rest)
    Object.assign(globalThis, { setTimeout: waitLonger })
  })
  await forceNextSpin(sandbox, member, 'B20')
  await signInAs(page, member, '/user/spin')
  const wheel = new Wheel(page, app)
  const spins = countRequests(page, spin)
  await expect(app.text('No coupons yet. What you win waits here until you claim it.')).toBeVisible()
  // The prize can be claimed at once only if its coupon has been found while the wheel turned.
  const coupon = page.waitForResponse(addressesOf(listCoupons))
  await app.button('Spin for 1 coin').click()
  await expect(app.text('The wheel is turning.')).toBeAttached()
  await navigateInApp(page, '/user/home?open=spin')
  const sheet = app.sheet('Spin wheel')
  await expect(sheet.text('The wheel is turning.')).toBeAttached()
  // The rest of the animation need not be awaited, nor the ten times longer pause before the prize.
  await page.evaluate(() => {
    const canvases = [...document.querySelectorAll('canvas')]
    for (const turning of canvases.flatMap((canvas) => canvas.getAnimations())) turning.finish()
  })
  await expect(sheet.text('The wheel stopped at: {label}')).toBeAttached()
  expect((await coloursAround(page, 1))[0]).toBe('#173a78')
  await (await coupon).finished()
  await page.clock.fastForward(20_000)
  await wheel
    .prize()
    .getByRole('button', { name: words.say('Claim') })
    .click()
  await expect(app.text('The prize is in your wallet')).toBeVisible()
  await expect(wheel.prize()).toHaveCount(0)
  await expect(wheel.hub(2)).toBeEnabled()
  await sheet.button('Close').click()
  await expect(app.wallet()).toContainText('320.00')
  await expect(app.wallet()).toContainText(/(?<!\d)2\s/u)
  await navigateInApp(page, '/user/spin')
  await expect(wheel.hub(2)).toBeEnabled()
  await expect(wheel.prize()).toHaveCount(0)
  expect(spins()).toBe(1)
})

test('a deposit earns coins once its turnover is met, and they can be spun at once', async ({
  page,
  app,
  sandbox,
  newMember,
}) => {
  await page.clock.install()
  const member = await newMember()
  await signInAs(page, member, '/user/spin')
  await expect(app.text('You have no coins left. Deposits earn new ones.')).toBeVisible()
  await expect(app.button('Spin for 1 coin')).toBeDisabled()
  await navigateInApp(page, '/user/spin?open=deposit')
  const deposit = app.sheet('Deposit')
  await expect(deposit.button('Create QR')).toBeVisible()
  await sandbox.deposit(member.phone, 200)
  await deposit.button('Close').click()
  const earned = app.text('<0/> will come once you have played <1/> more in games.')
  // The page refetches the wallet once a minute.
  await advanceUntil(page, (soon) => soon(earned).toBeVisible(), 61_000)
  await expect(app.button('Spin for 1 coin')).toBeDisabled()
  await sandbox.play(member.phone, 200)
  const wheel = new Wheel(page, app)
  await advanceUntil(page, (soon) => soon(wheel.hub(2)).toBeEnabled(), 61_000)
  await expect(app.button('Spin for 1 coin')).toBeEnabled()
})

test('after a lost response the app asks for the prize and does not spin again', async ({
  page,
  app,
  sandbox,
  newMember,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  const member = await newMember(300)
  await forceNextSpin(sandbox, member, 'B20')
  await signInAs(page, member, '/user/spin')
  const wheel = new Wheel(page, app)
  const spins = countRequests(page, spin)
  await page.route(addressesOf(spin), async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })
  let outcomeRequests = 0
  await page.route(addressesOf(getOperation), (route) => {
    outcomeRequests += 1
    return route.abort('connectionfailed')
  })
  await app.button('Spin for 1 coin').click()
  await advanceUntil(page, async () => expect(outcomeRequests).toBeGreaterThan(3))
  await expect(app.button('Spin for 1 coin')).toHaveCount(0)
  await page.unroute(addressesOf(getOperation))
  // Any other answered request shows the app that it is online, and it asks by itself; otherwise the member does.
  const check = app.button('Check my prize')
  await advanceUntil(page, async (soon) => {
    if (await check.isVisible()) await check.click({ timeout: 1000 })
    await soon(wheel.prize()).toContainText('20')
  })
  await wheel.readPrize()
  await expect(wheel.hub(2)).toBeEnabled()
  await expect(wheel.coupons()).toHaveCount(1)
  expect(spins()).toBe(1)
})

test('a coupon is paid once, even with double taps in two tabs', async ({
  page,
  context,
  app,
  words,
  sandbox,
  server,
  newMember,
}) => {
  const { say } = words
  const member = await newMember(100)
  const api = (method: string, path: string) =>
    callApi(server.origin, method, path, method === 'POST' ? {} : undefined, member.token)
  await forceNextSpin(sandbox, member, 'B20')
  await api('POST', '/api/spinwheel/spin')
  await signInAs(page, member, '/user/home')

  await test.step('the coins on the home card open the wheel over the page', async () => {
    await expect(app.wallet()).toBeVisible()
    await page.goto('/user/home?open=spin')
    await expect(app.sheet('Spin wheel').button('Spin for 1 coin')).toBeDisabled()
  })

  const other = await context.newPage()
  await other.goto('/user/spin')
  const tabs = [page, other]
  const confirm = (tab: typeof page) =>
    tab.getByRole('alertdialog').getByRole('button', { name: say('Claim'), exact: true })
  for (const tab of tabs) {
    await new Wheel(tab, new App(tab, words)).coupons().getByRole('button').click()
    await expect(confirm(tab)).toBeVisible()
  }
  await confirm(page).dblclick()
  await expect(page.getByText(say('The prize is in your wallet'))).toBeVisible()
  await confirm(other).dblclick()
  await expect(other.getByRole('dialog', { name: say('That did not work') })).toContainText(
    say('spin.error.NO_CLAIMABLE_COUPON'),
  )
  const { wallet } = await api('GET', '/api/wallet')
  expect(wallet).toEqual({ amount: 120 })
  await other
    .getByRole('dialog')
    .getByRole('button', { name: say('Close') })
    .click()
  await expect(
    new App(other, words).text('No coupons yet. What you win waits here until you claim it.'),
  ).toBeVisible()
})
