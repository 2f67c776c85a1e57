import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'

test('while a page’s files load, the previous page stays for 200 ms, then a loading status shows', async ({
  page,
  app,
  words,
  newMember,
}) => {
  await signInAs(page, await newMember(80), '/robots.txt')
  let arrive: () => void = () => undefined
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/profile-[^/]+\.js$/u, async (route) => {
    await late
    await route.continue()
  })
  await withoutEvents(page.context())
  await page.clock.install()
  await page.goto('/user/home')
  await app.expectBalance('80.00')
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))

  const loading = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: words.say('Loading') })
  const link = page.getByRole('banner').getByRole('link').last()
  let isAsked = false
  page.on('request', (request) => (isAsked ||= /\/assets\/profile-[^/]+\.js$/u.test(request.url())))
  await link.dispatchEvent('click')
  // The tap is painted before anything is loaded; on a busy machine that can take more than one frame.
  await expect(async () => {
    await page.clock.runFor(20)
    await expect.poll(() => isAsked, { timeout: 1000 }).toBe(true)
  }).toPass()
  await page.clock.runFor(150)
  await expect(app.wallet()).toBeVisible()
  await expect(loading).toHaveCount(0)
  await page.clock.runFor(60)
  await expect(loading).toBeVisible()
  await expect(app.wallet()).toHaveCount(0)
  arrive()
  await page.clock.resume()
  await expect(app.heading('Profile')).toBeVisible()
})

test('after a sign-in the form stays, with its button at work, until the member’s page is there', async ({
  page,
  app,
  newMember,
}) => {
  const member = await newMember(80)
  await withoutEvents(page.context())
  let arrive: () => void = () => undefined
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/home-[^/]+\.js$/u, async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/login')
  await app.fillSignIn(member)
  await expect(page).toHaveURL(/\/user/u)
  // Longer than a page that is being loaded is waited for elsewhere.
  await page.waitForTimeout(600)
  await expect(app.button('Log in')).toHaveAttribute('aria-busy', 'true')
  arrive()
  await app.expectBalance('80.00')
  await expect(app.heading('Log in')).toHaveCount(0)
})
