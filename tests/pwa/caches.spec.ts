import type { Page } from 'playwright/test'
import { expect, signInAs, test, workerReady } from '../support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ language: 'la' })

/** What may be cached: the app's own files, pictures and videos, and the lookups, which are the same for everybody. */
const publicPaths =
  /^\/(?:index\.html|manifest\.webmanifest|champa\.svg|(?:assets|art|icons|videos)\/[\w./-]+|api\/lookup\/(?:banks|conditions|agreements|info|notice|contact|slip|sources|registerOTP|enableChatWidget))$/u

const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const kept: { cache: string; path: string; method: string; token: string | null }[] = []
    for (const cache of await caches.keys()) {
      for (const { url, method, headers } of await (await caches.open(cache)).keys())
        kept.push({ cache, path: new URL(url).pathname, method, token: headers.get('Authorization') })
    }
    return kept
  })

test('the worker caches nothing of a member, and never answers a call itself', async ({
  page,
  app,
  newMember,
}) => {
  const member = await newMember(300)
  await signInAs(page, member)
  await workerReady(page)
  const byWorker = new Set<string>()
  const byServer = new Set<string>()
  page.on('response', (response) => {
    const name = `${response.request().method()} ${new URL(response.url()).pathname}`
    ;(response.fromServiceWorker() ? byWorker : byServer).add(name)
  })
  for (const path of ['/user/statement', '/user/profile', '/user/contact', '/user/home?open=deposit']) {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
    if (path === '/user/statement') await expect.poll(() => [...byServer]).toContain('POST /api/statement')
  }
  await page.goto('/user/home?open=withdraw')
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  await sheet.button('Confirm withdrawal').click()
  await expect(sheet.text('Your money is on its way')).toBeVisible()

  const answered = [...byWorker].filter((name) => !publicPaths.test(name.replace('GET ', '')))
  // The worker answers every page with the one HTML shell.
  expect(answered.filter((name) => !name.startsWith('GET /user/'))).toEqual([])
  for (const name of ['POST /api/wallet/withdraw', 'GET /api/wallet', 'POST /api/statement'])
    await expect.poll(() => [...byServer]).toContain(name)
  const kept = await keptIn(page)
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.filter(({ path, method }) => method !== 'GET' || !publicPaths.test(path))).toEqual([])
  expect(kept.filter(({ token }) => token !== null)).toEqual([])
})

test('cached pictures are limited in number and age', async ({ page }) => {
  await page.goto('/login')
  await workerReady(page)
  const pictures = async () => (await keptIn(page)).filter(({ cache }) => cache === 'champa-pictures').length
  const show = (from: number, to: number) =>
    page.evaluate(
      async ([first, last]) => {
        const pictures = await caches.open('champa-pictures')
        for (let n = first; n < last; n += 1) {
          const address = `/icons/apple-touch-icon.png?${n}`
          await fetch(address)
          // The worker caches a picture only after it has responded.
          while (!(await pictures.match(address))) await new Promise(requestAnimationFrame)
        }
      },
      [from, to] as const,
    )
  /** The number of pictures in the worker's expiration records. */
  const withExpiration = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('workbox-expiration')
      await new Promise((resolve) => opening.addEventListener('success', resolve, { once: true }))
      const reading = opening.result.transaction('cache-entries').objectStore('cache-entries').getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve, { once: true }))
      opening.result.close()
      const entries = reading.result as { cacheName: string }[]
      return entries.filter(({ cacheName }) => cacheName === 'champa-pictures').length
    })
  await show(0, 100)
  await expect.poll(async () => [await pictures(), await withExpiration()]).toEqual([80, 80])

  // As if 61 days had passed since.
  await page.evaluate(async () => {
    const opening = indexedDB.open('workbox-expiration')
    await new Promise((resolve) => opening.addEventListener('success', resolve, { once: true }))
    const writing = opening.result.transaction('cache-entries', 'readwrite')
    const table = writing.objectStore('cache-entries')
    const reading = table.getAll()
    reading.addEventListener('success', () => {
      for (const entry of reading.result as { timestamp: number }[])
        table.put({ ...entry, timestamp: entry.timestamp - 61 * 24 * 60 * 60_000 })
    })
    await new Promise((resolve) => writing.addEventListener('complete', resolve, { once: true }))
    opening.result.close()
  })
  await show(100, 101)
  await expect.poll(pictures).toBe(1)
})
