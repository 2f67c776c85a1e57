import type { Page } from 'playwright/test'
import { App } from '../e2e/app.ts'
import { enter, expect, test, workerReady } from '../e2e/fixtures.ts'

/** All that this browser keeps for the site, as one text. */
async function keptBy(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const areas = [localStorage, sessionStorage].flatMap((area) => Object.entries(area))
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // The app's own files hold nothing of a member.
        if (new URL(request.url).pathname.startsWith('/assets/')) continue
        const response = await cache.match(request)
        cached.push(request.url, (await response?.text()) ?? '')
      }
    }
    const databases: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const open = indexedDB.open(name)
      await new Promise((resolve) => open.addEventListener('success', resolve, { once: true }))
      for (const table of open.result.objectStoreNames) {
        const all = open.result.transaction(table).objectStore(table).getAll()
        await new Promise((resolve) => all.addEventListener('success', resolve, { once: true }))
        databases.push(JSON.stringify(all.result))
      }
      open.result.close()
    }
    return JSON.stringify([areas, cached, databases])
  })
  return stored + JSON.stringify(await page.context().cookies())
}

test('signing out leaves nothing of the member behind', async ({ page, app, newMember }) => {
  const member = await newMember(4321)
  await page.goto('/login')
  await app.logIn(member)
  await app.expectBalance('4,321.00')
  await workerReady(page)
  // With the worker in place everything is asked for once more, so that it may keep what it would keep.
  for (const path of [
    '/user/statement',
    '/user/profile',
    '/user/home?open=withdraw',
    '/user/home?open=game&game=PG',
  ]) {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
  }
  await page.goto('/user/home')
  await app.expectBalance('4,321.00')
  await expect.poll(() => keptBy(page)).toContain('4321')

  const { token } = await page.evaluate(() => ({ token: String(localStorage.getItem('champa.token')) }))
  await app.button('Log out').click()
  await expect(app.heading('Log in')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/u)
  const left = await keptBy(page)
  const traces = [member.phone, member.name, member.bankAccountNo, member.password, '4321', '4,321']
  for (const trace of [...traces, JSON.parse(token) as string]) expect(left).not.toContain(trace)
})

test('signing out in one tab signs out in all, at once', async ({ page, context, app, words, newMember }) => {
  const member = await newMember(70)
  await enter(page, member)
  const second = await context.newPage()
  const other = new App(second, words)
  await second.goto('/user/home')
  await other.link('History').click()
  await expect(other.heading('Statement')).toBeVisible()
  await app.button('Log out').click()
  await expect(other.heading('Log in')).toBeVisible()
  await second.goBack()
  await expect(other.heading('Log in')).toBeVisible()
})

test('somebody else who signs in sees nothing of who was there before', async ({ page, app, newMember }) => {
  const [first, second] = [await newMember(555), await newMember()]
  await enter(page, first)
  await app.expectBalance('555.00')
  await app.button('Log out').click()
  await app.logIn(second)
  await app.expectBalance('0.00')
  await app.link('History').click()
  await expect(app.text('Nothing here yet')).toBeVisible()
})
