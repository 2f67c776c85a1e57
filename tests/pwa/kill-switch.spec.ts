import type { Page } from 'playwright/test'
import { enter, expect, test as base, workerReady } from '../support/fixtures.ts'

const test = base.extend<{ withdraw: () => Promise<void> }>({
  serviceWorkers: 'allow',
  // As an operator would, and back again for whoever is tested next.
  withdraw: async ({ server }, provide) => {
    await provide(() => server.restart({ WORKER: 'off' }))
    await server.restart({ WORKER: 'on' })
  },
})

/** What the browser keeps for the app itself. */
const keptForApp = (page: Page) =>
  page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations()
    const names = await caches.keys()
    return {
      workers: workers.length,
      caches: names.length,
      controlled: navigator.serviceWorker.controller !== null,
    }
  })
const nothing = { workers: 0, caches: 0, controlled: false }

const entry = {
  key: '0b8f6c1e-5a55-4d0e-9f6e-0d2f0f4c7a11',
  act: 'transfer',
  at: Date.now(),
  amount: 10,
  page: 'earlier',
}
const message = { id: 'waiting', owner: 'somebody', kind: 'chat', order: 1, content: 'hello' }

/** What it keeps for the member: a transfer whose end is not known, and something that waits to be sent. */
async function leaveBelongings(page: Page): Promise<void> {
  const kept = { journal: JSON.stringify([entry]), message }
  await page.evaluate(async ({ journal, message }) => {
    localStorage.setItem('champa.money-acts', journal)
    const opening = indexedDB.open('champa-outbox', 1)
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('entries', { keyPath: 'id' }),
    )
    await new Promise((resolve) => opening.addEventListener('success', resolve, { once: true }))
    const writing = opening.result.transaction('entries', 'readwrite')
    writing.objectStore('entries').put(message)
    await new Promise((resolve) => writing.addEventListener('complete', resolve, { once: true }))
    opening.result.close()
  }, kept)
}

async function expectBelongings(page: Page): Promise<void> {
  const journal = await page.evaluate(() => localStorage.getItem('champa.money-acts'))
  expect(JSON.parse(journal ?? '[]')).toEqual([entry])
  const entries = await page.evaluate(async () => {
    const opening = indexedDB.open('champa-outbox')
    await new Promise((resolve) => opening.addEventListener('success', resolve, { once: true }))
    const reading = opening.result.transaction('entries').objectStore('entries').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve, { once: true }))
    opening.result.close()
    return reading.result as unknown[]
  })
  expect(entries).toEqual([message])
}

test('a broken release is taken back, and its member notices a page that opens anew', async ({
  page,
  app,
  newMember,
  withdraw,
}) => {
  const member = await newMember(90)
  await enter(page, member)
  await workerReady(page)
  await app.expectBalance('90.00')
  // The release is broken: from its cache comes a page that shows nothing and asks for nothing.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (new URL(request.url).pathname !== '/index.html') continue
        await cache.put(
          request,
          new Response('<title>Broken</title>', { headers: { 'Content-Type': 'text/html' } }),
        )
      }
    }
  })
  await leaveBelongings(page)

  await withdraw()
  await page.goto('/user/home')
  await app.expectBalance('90.00')
  await expect.poll(() => keptForApp(page).catch(() => undefined)).toEqual(nothing)
  await expectBelongings(page)

  await page.reload()
  await app.expectBalance('90.00')
  await expectBelongings(page)
})

test('a page that stays open is healed when it looks for a release; later the worker comes back', async ({
  page,
  app,
  server,
  newMember,
  withdraw,
}) => {
  const member = await newMember(60)
  await enter(page, member)
  await workerReady(page)
  await app.expectBalance('60.00')
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))

  await withdraw()
  // Not waited for: the page may be opened anew before it hears of it.
  await page.evaluate(() => void navigator.serviceWorker.ready.then((registration) => registration.update()))
  await expect.poll(() => page.evaluate(() => 'neverReloaded' in globalThis).catch(() => true)).toBe(false)
  await app.expectBalance('60.00')
  await expect.poll(() => keptForApp(page).catch(() => undefined)).toEqual(nothing)

  await server.restart({ WORKER: 'on' })
  await page.reload()
  await workerReady(page)
  await app.expectBalance('60.00')
})
