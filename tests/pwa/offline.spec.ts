import { App } from '../support/app.ts'
import { readStored } from '../support/browser-storage.ts'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('offline, every deep link opens with the last known data', async ({
  page,
  context,
  words,
  newMember,
  goOffline,
}) => {
  const member = await newMember(125)
  await signInAs(page, member)
  const app = new App(page, words)
  await app.expectBalance('125.00')
  await app.link('History').click()
  await expect(page.getByRole('main').getByText('+125.00 ฿')).toBeVisible()
  await page.goto('/user/profile')
  await expect(page.getByText(member.name).first()).toBeVisible()
  await page.goto('/user/home?open=withdraw')
  await expect(app.sheet('Withdraw').button('Continue')).toBeEnabled()
  await page.goto('/user/home?open=deposit')
  await expect(app.sheet('Deposit').button('Create QR')).toBeVisible()
  await workerReady(page)
  // Answers are stored a second later, or when the page is left, which a busy browser may cut short.
  await expect
    .poll(async () => (await readStored(page, 'queryCache')) ?? '')
    .toContain('["lookup","deposit"]')
  await page.close()
  await goOffline()

  const later = await context.newPage()
  const offline = new App(later, words)
  const started = Date.now()
  await later.goto('/user/home')
  await offline.expectBalance('125.00')
  test.info().annotations.push({ type: 'time to the last wallet', description: `${Date.now() - started} ms` })
  await expect(offline.wallet()).toContainText(words.like('As of {at} · {age}'))
  await expect(offline.connection('Offline · you see what was last known')).toBeVisible()

  await later.goto('/user/statement')
  await expect(later.getByRole('main').getByText('+125.00 ฿')).toBeVisible()
  await later.goto('/user/profile')
  await expect(later.getByText(member.name).first()).toBeVisible()
  await later.goto('/user/home?open=withdraw')
  const withdraw = offline.sheet('Withdraw')
  await expect(withdraw.button('Continue')).toBeDisabled()
  await expect(withdraw.text('You are offline. You can withdraw when you are connected again.')).toBeVisible()
  await later.goto('/user/home?open=deposit')
  await expect(offline.sheet('Deposit').button('Create QR')).toBeDisabled()
  await later.goto('/nowhere')
  await expect(offline.text('Page Not Found')).toBeVisible()
})

test('offline, the app opens for a visitor too, with the site’s name', async ({ page, app, goOffline }) => {
  await page.goto('/login')
  const name = page.getByRole('link', { name: 'Champa' }).filter({ visible: true })
  await expect(name).toBeVisible()
  await workerReady(page)
  // What the page asked for before it had a worker.
  const isKept = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('champa-lookups')).keys()
      return kept.some(({ url }) => url.includes('/api/lookup/info'))
    })
  await expect.poll(isKept).toBe(true)
  await goOffline()
  for (const [path, heading] of [
    ['/login', 'Log in'],
    ['/contact', 'Contact us'],
  ] as const) {
    await page.goto(path)
    await expect(app.heading(heading)).toBeVisible()
    await expect(name).toBeVisible()
  }
  await page.goto('/user/statement')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuser%2Fstatement/u)
})

test('offline, the lock opens and leads out also where nothing but the home page was used', async ({
  page,
  context,
  words,
  newMember,
  goOffline,
}) => {
  await signInAs(page, await newMember(125))
  await new App(page, words).expectBalance('125.00')
  await page.evaluate(() => {
    localStorage.setItem('champa.app-lock', JSON.stringify({ minutes: 1, passkeys: ['this-phone'] }))
    localStorage.setItem('champa.app-seen', String(Date.now()))
  })
  await page.reload()
  await workerReady(page)
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('champa-assets')).keys()).map(({ url }) => url))
  for (const file of [/\/show-lock-[^/]+\.js$/, /\/th-later-[^/]+\.json$/])
    await expect.poll(kept).toContainEqual(expect.stringMatching(file))
  await page.close()
  await goOffline()

  const later = await context.newPage()
  // Last used an hour ago, before the app decides whether to lock itself.
  await later.addInitScript(() => localStorage.setItem('champa.app-seen', String(Date.now() - 3_600_000)))
  await later.goto('/user/home')
  const lock = new App(later, words).sheet('The app is locked')
  await expect(lock.heading('The app is locked')).toBeVisible()
  await expect(later.getByText('125.00')).toHaveCount(0)
  await lock.button('Log out').click()
  await expect(new App(later, words).heading('Log in')).toBeVisible()
})

test('a page that is not precached opens offline after its first use, even if that was before the worker was active', async ({
  page,
  app,
  newMember,
  goOffline,
}) => {
  await signInAs(page, await newMember(), '/user/bonus')
  await expect(app.heading('Bonus')).toBeVisible()
  await workerReady(page)
  const isKept = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('champa-assets')).keys()
      return kept.some(({ url }) => /\/bonus-[^/]+\.js$/.test(url))
    })
  await expect.poll(isKept).toBe(true)
  await goOffline()
  await page.goto('/user/bonus')
  await expect(app.heading('Bonus')).toBeVisible()
  // The profile was never opened.
  await page.goto('/user/profile')
  await expect(app.text('Used this month')).toBeVisible()
})
