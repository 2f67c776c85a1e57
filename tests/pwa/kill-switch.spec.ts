import type { Page } from 'playwright/test'
import { expect, signInAs, test as base, workerReady } from '../support/fixtures.ts'
import { occupyWorker } from '../support/worker-devtools.ts'
import { readOperationLog } from '../support/operation-log.ts'

const test = base.extend<{ turnWorker: (to: 'on' | 'off') => Promise<void> }>({
  serviceWorkers: 'allow',
  // An operator's setting; it is reset for the next test on this server.
  turnWorker: async ({ server }, provide) => {
    let isOff = false
    await provide(async (to) => {
      await server.restart({ WORKER: to })
      isOff = to === 'off'
    })
    if (isOff) await server.restart({ WORKER: 'on' })
  },
})

/** The service workers and caches of the app. */
const workersAndCaches = (page: Page) =>
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

/** Stores what must survive: a transfer in the operation log with an unknown outcome, and a message in the outbox. */
async function storeUnfinished(page: Page): Promise<void> {
  const kept = { log: JSON.stringify([entry]), message }
  await page.evaluate(async ({ log, message }) => {
    localStorage.setItem('champa.money-acts', log)
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

async function expectUnfinished(page: Page): Promise<void> {
  const log = await readOperationLog(page)
  expect(JSON.parse(log ?? '[]')).toEqual([entry])
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

test('turning the worker off recovers a page broken by a release, without losing unfinished operations', async ({
  page,
  app,
  newMember,
  turnWorker,
}) => {
  const member = await newMember(90)
  await signInAs(page, member)
  await workerReady(page)
  await app.expectBalance('90.00')
  // The broken release: the worker answers from its cache with an empty page that runs no script.
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
  await storeUnfinished(page)
  await occupyWorker(page)

  await turnWorker('off')
  await page.goto('/user/home')
  await app.expectBalance('90.00')
  await expect.poll(() => workersAndCaches(page).catch(() => undefined)).toEqual(nothing)
  await expectUnfinished(page)

  await page.reload()
  await app.expectBalance('90.00')
  await expectUnfinished(page)
})

test('an open page recovers when it checks for an update; later the worker can be turned on again', async ({
  page,
  app,
  newMember,
  turnWorker,
}) => {
  const member = await newMember(60)
  await signInAs(page, member)
  await workerReady(page)
  await app.expectBalance('60.00')
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
  await occupyWorker(page)

  await turnWorker('off')
  const check = () => {
    // Not awaited: the page may reload before the promise settles. A check that fails is made again, as the app does every hour.
    navigator.serviceWorker.ready.then((registration) => registration.update()).catch(() => undefined)
    return 'neverReloaded' in globalThis
  }
  await expect.poll(() => page.evaluate(check).catch(() => true), { timeout: 90_000 }).toBe(false)
  await app.expectBalance('60.00')
  await expect.poll(() => workersAndCaches(page).catch(() => undefined)).toEqual(nothing)

  await turnWorker('on')
  // The browser may send the first request over a connection that the server has closed.
  await expect(async () => void (await page.reload())).toPass()
  await workerReady(page)
  await app.expectBalance('60.00')
})
