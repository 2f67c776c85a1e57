import type { Page } from 'playwright/test'
import { storageKeys } from '../../src/lib/storage-keys.ts'

type StoredName = keyof typeof storageKeys

/** The text that the app stored in the page's browser under one of its keys; null if there is none. */
export const readStored = (page: Page, name: StoredName) =>
  page.evaluate((key) => localStorage.getItem(key), storageKeys[name])

/** Stores a value there, as the app would. */
export const store = (page: Page, name: StoredName, value: unknown) =>
  storeText(page, name, JSON.stringify(value))

/** Stores a text there, which may be what the app never writes. */
export const storeText = (page: Page, name: StoredName, text: string) =>
  page.evaluate(([key, stored]) => localStorage.setItem(key, stored), [storageKeys[name], text] as const)

/** Removes what is stored there. */
export const removeStored = (page: Page, name: StoredName) =>
  page.evaluate((key) => localStorage.removeItem(key), storageKeys[name])

/** Everything that the browser stores for the site, as one text. */
export async function readStorage(page: Page): Promise<string> {
  return (await page.evaluate(storedTexts)) + JSON.stringify(await page.context().cookies())
}

/** Runs in a page: everything in its storage areas, caches and databases. */
export async function storedTexts(): Promise<string> {
  const areas = [localStorage, sessionStorage].flatMap((area) => Object.entries(area))
  const cached: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      // The app's own files hold no data of a member.
      if (new URL(request.url).pathname.startsWith('/assets/')) continue
      const response = await cache.match(request)
      cached.push(request.url, (await response?.text()) ?? '')
    }
  }
  const databases: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const open = indexedDB.open(name)
    // Opening a database that has just been deleted would create it again.
    open.addEventListener('upgradeneeded', () => open.transaction?.abort())
    const isThere = await new Promise((resolve) => {
      open.addEventListener('success', () => resolve(true))
      open.addEventListener('error', () => resolve(false))
    })
    if (!isThere) continue
    for (const table of open.result.objectStoreNames) {
      const all = open.result.transaction(table).objectStore(table).getAll()
      await new Promise((resolve) => all.addEventListener('success', resolve, { once: true }))
      databases.push(JSON.stringify(all.result))
    }
    open.result.close()
  }
  return JSON.stringify([areas, cached, databases])
}

/** Everything in the page as one text: also typed and hidden text, the address and the history state. */
export function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    const about = [location.href, document.title, document.referrer, window.name]
    return JSON.stringify([document.documentElement.outerHTML, typed, about, history.state])
  })
}

/** The ids of the outbox entries on this phone, of any member. */
export function outboxIds(page: Page): Promise<IDBValidKey[]> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'champa-outbox')) return []
    return new Promise<IDBValidKey[]>((resolve, reject) => {
      const opening = indexedDB.open('champa-outbox')
      // It has been deleted meanwhile, and opening it would create it again.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      opening.addEventListener('error', () =>
        opening.error?.name === 'AbortError' ? resolve([]) : reject(new Error('No database')),
      )
      opening.addEventListener('success', () => {
        const keys = opening.result.transaction('entries').objectStore('entries').getAllKeys()
        keys.addEventListener('success', () => {
          opening.result.close()
          resolve(keys.result)
        })
      })
    })
  })
}
