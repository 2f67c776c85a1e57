import type { Page } from 'playwright/test'

/** All that this browser keeps for the site, as one text. */
export async function storedBy(page: Page): Promise<string> {
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
      // One that is deleted just now must not be made anew by looking.
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
  })
  return stored + JSON.stringify(await page.context().cookies())
}

/** What stands in the page and about it: also what is typed, hidden, in its address or its history. */
export function standsIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    const about = [location.href, document.title, document.referrer, window.name]
    return JSON.stringify([document.documentElement.outerHTML, typed, about, history.state])
  })
}
