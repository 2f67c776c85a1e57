import { App } from '../support/app.ts'
import { booksOf } from '../support/members.ts'
import { enter, expect, soon, test } from '../support/fault-proxy-test.ts'
import { captive, dripping, halved, headAlone, held, truncated } from '../support/fault-proxy.ts'

const anything = /^\/api\//u
const wallet = /^\/api\/wallet$/u

test('a body that breaks off, or comes in drops, spoils nothing', async ({ page, line, app, newMember }) => {
  const member = await newMember(150)
  await enter(page, member, '/robots.txt')

  await test.step('cut, of the wallet and of what all pages ask', async () => {
    for (const fate of [truncated, halved]) {
      line.meet('GET', anything, fate)
      await page.goto('/user/home')
      await expect(app.button('Try again').first()).toBeVisible()
      await expect(app.wallet()).toHaveCount(0)
      line.mend()
      // Whatever is answered first tells the app that the line is back, and it may try by itself.
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

  await test.step('in drops', async () => {
    line.meet('GET', anything, dripping)
    await page.goto('/user/home')
    await app.expectBalance('150.00')
    line.mend()
  })

  await test.step('of a sign-in', async () => {
    await app.button('Log out').click()
    for (const fate of [truncated, halved]) {
      await page.goto('/login')
      line.meet('POST', /^\/api\/login$/u, fate)
      await app.field('Phone number').fill(member.phone)
      await page.getByLabel(app.words.say('Password'), { exact: true }).fill(member.password)
      await app.button('Log in').click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      line.mend()
    }
    line.meet('POST', /^\/api\/login$/u, dripping)
    await page.goto('/login')
    await app.logIn(member)
    await app.expectBalance('150.00')
  })
})

test('of an operation, a broken answer is followed by the question, a late one by "still working" before its time is up', async ({
  page,
  line,
  app,
  server,
  newMember,
}) => {
  await page.clock.install()
  const member = await newMember(500)
  await enter(page, member)
  const sheet = app.sheet('Withdraw')
  const path = /^\/api\/wallet\/withdraw$/u
  const fillIn = async () => {
    await page.goto('/user/home?open=withdraw')
    await sheet.field('Amount to withdraw').fill('100')
    await sheet.button('Continue').click()
    await expect(sheet.button('Confirm withdrawal')).toBeEnabled()
  }
  let rows = 0
  for (const fate of [truncated, halved]) {
    line.meet('POST', path, fate)
    await fillIn()
    await sheet.button('Confirm withdrawal').click()
    await soon(page, () => expect(sheet.text('Your money is on its way')).toBeVisible({ timeout: 700 }), 1000)
    line.mend()
    rows += 1
    expect(await booksOf(server.origin, member, 'withdraw')).toEqual({ amount: 500 - rows * 100, rows })
  }

  await test.step('the head comes, and then nothing', async () => {
    const reached = line.meet('POST', path, headAlone).next()
    await fillIn()
    // From here on time is what is given, however long the server takes.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    const sent = line.count('POST', path)
    await sheet.button('Confirm withdrawal').click()
    // It goes out after a frame.
    await expect(async () => {
      await page.clock.runFor(20)
      await expect.poll(() => line.count('POST', path), { timeout: 1000 }).toBeGreaterThan(sent)
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
    await soon(page, () => expect(sheet.text('Your money is on its way')).toBeVisible({ timeout: 700 }), 1000)
    line.mend()
    expect(await booksOf(server.origin, member, 'withdraw')).toEqual({ amount: 200, rows: 3 })
  })

  await test.step('a screen says it too, and its time ends after a minute', async () => {
    await sheet.button('Done').click()
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      localStorage.removeItem('champa.user-info')
      localStorage.removeItem('champa.queries')
    })
    line.meet('GET', wallet, held)
    const asked = page.waitForRequest('**/api/wallet')
    await page.goto('/user/home')
    await asked
    await soon(
      page,
      () => expect(app.text('The connection is slow · still trying')).toBeVisible({ timeout: 700 }),
      5100,
    )
    await page.clock.fastForward(61_000)
    await soon(page, () => expect(app.button('Try again').first()).toBeVisible({ timeout: 700 }), 61_000)
    line.mend()
    await soon(page, () => expect(app.wallet()).toBeVisible({ timeout: 700 }), 10_000)
    await app.expectBalance('200.00')
  })
})

test('the page of a network in between is no connection, and an operation behind it is not claimed', async ({
  page,
  line,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(300)
  await enter(page, member)
  await app.expectBalance('300.00')
  const offline = app.text('Offline · you see what was last known')
  const sheet = app.sheet('Withdraw')
  await page.clock.install()

  for (const status of [200, 302, 511] as const) {
    await test.step(`answered with ${status}`, async () => {
      await page.goto('/user/home?open=withdraw')
      await sheet.field('Amount to withdraw').fill('100')
      await sheet.button('Continue').click()
      // The other network comes with the operation: what the sheet asked by itself was the server's.
      line.meet('POST', /^\/api\/wallet\/withdraw$/u, (response, pass) => {
        for (const method of ['GET', 'POST']) line.meet(method, anything, captive(status))
        return captive(status)(response, pass)
      })
      await sheet.button('Confirm withdrawal').click()
      const said =
        status === 200
          ? 'We do not know yet whether it went through'
          : 'You are offline. Please check your connection and try again.'
      await soon(page, () => expect(sheet.text(said)).toBeVisible({ timeout: 700 }), 2500)
      await expect(offline).toBeVisible()
      line.mend()
      await soon(page, () => expect(offline).toBeHidden({ timeout: 700 }), 10_000)
    })
  }
  await sheet.button('Close').click()
  await app.expectBalance('300.00')
  expect(await booksOf(server.origin, member, 'withdraw')).toEqual({ amount: 300, rows: 0 })

  await test.step('at the sign-in and on other screens', async () => {
    for (const method of ['GET', 'POST']) line.meet(method, anything, captive(511))
    await page.goto('/user/statement')
    await soon(page, () => expect(offline).toBeVisible({ timeout: 700 }), 2000)
    await new App(page, words).button('Log out').click()
    await app.field('Phone number').fill(member.phone)
    await page.getByLabel(words.say('Password'), { exact: true }).fill(member.password)
    await app.button('Log in').click()
    await expect(
      page.getByText(words.say('You are offline. Please check your connection and try again.')),
    ).toBeVisible()
    line.mend()
    await app.logIn(member)
  })
})
