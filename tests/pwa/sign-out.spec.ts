import { App } from '../support/app.ts'
import { readStored } from '../support/browser-storage.ts'
import { expect, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

test.use({ serviceWorkers: 'allow' })

test('a sign-out while offline is reported by the page that is opened next, whichever it is', async ({
  page,
  context,
  app,
  server,
  newMember,
}) => {
  const member = await newMember()
  await page.goto('/login')
  const lateLogout = page.waitForResponse(/\/assets\/late-logout-/u)
  await app.logIn(member)
  await (await lateLogout).finished()
  const token = JSON.parse((await readStored(page, 'token')) ?? '') as string
  await context.setOffline(true)
  await app.button('Log out').click()
  await expect.poll(() => readStored(page, 'lateLogouts')).not.toBeNull()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/howto')
  await expect
    .poll(() =>
      callApi(server.origin, 'GET', '/api/wallet', undefined, token).then(
        () => 'open',
        () => 'ended',
      ),
    )
    .toBe('ended')
})

test('the sign-in page keeps its place while the next page loads', async ({ page, app, newMember }) => {
  const member = await newMember()
  await page.goto('/login')
  await expect(app.heading('Log in')).toBeVisible()
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    const switches = new Set<number>()
    Object.assign(globalThis, { switches })
    // The bar of the other visitors' pages has a language switch too.
    new MutationObserver(() => {
      if (!heading?.isConnected) return
      const buttons = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'EN')
      switches.add(buttons.filter((one) => one.offsetParent !== null).length)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  let load = () => {}
  const held = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  const signedIn = app.logIn(member)
  await expect(page).toHaveURL(/\/user/u)
  load()
  await signedIn
  const most = await page.evaluate(() =>
    Math.max(...(globalThis as unknown as { switches: Set<number> }).switches),
  )
  expect(most).toBe(1)
})

test('a visitor’s page asks before it ends a session; signing out in one tab signs out in all tabs at once', async ({
  page,
  context,
  app,
  words,
  newMember,
}) => {
  const member = await newMember(70)
  await page.goto('/contact')
  await app.link('Home').first().click()
  await app.logIn(member)
  await page.goBack()
  await app.button('Stay logged in').click()
  await expect(page).toHaveURL(/\/user\/contact$/u)
  await app.link('Home').click()
  const second = await context.newPage()
  const other = new App(second, words)
  // A friend's invite link.
  await second.goto('/register?code=PR12345')
  const question = second.getByRole('alertdialog')
  await expect(question).toContainText(member.name)
  await other.button('Stay logged in').click()
  await expect(question).toHaveCount(0)
  await other.expectBalance('70.00')
  await app.expectBalance('70.00')
  await other.link('History').click()
  await expect(other.heading('Statement')).toBeVisible()
  await app.button('Log out').click()
  await expect(other.heading('Log in')).toBeVisible()
  await second.goBack()
  await expect(other.heading('Log in')).toBeVisible()
})

test('an open visitor’s page asks too when somebody signs in in another tab', async ({
  page,
  context,
  app,
  words,
  newMember,
}) => {
  const member = await newMember(70)
  const early = await context.newPage()
  const visitor = new App(early, words)
  await early.goto('/howto')
  await expect(visitor.heading('How it works')).toBeVisible()
  await page.goto('/login')
  await app.logIn(member)
  await app.expectBalance('70.00')
  const question = early.getByRole('alertdialog')
  await expect(question).toContainText(member.name)
  // The page on which the sign-in happened does not ask.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await visitor.button('Stay logged in').click()
  await expect(early).toHaveURL(/\/user\/contact$/u)
  await expect(question).toHaveCount(0)
  await app.link('History').click()
  await expect(app.heading('Statement')).toBeVisible()
})
