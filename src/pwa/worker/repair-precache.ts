import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'
import { heard } from '#lib/network/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

interface Entry {
  url: string
  revision?: string | null
}

/** Refetches missing files of the precache, because the browser installs a worker only once. */
export function repairWhenTold(entries: readonly Entry[]): void {
  // The HTML comes last: it must not be cached if the server no longer has its scripts.
  const ordered = entries.toSorted(
    (one, other) => Number(Boolean(one.revision)) - Number(Boolean(other.revision)),
  )
  self.addEventListener('message', (event) => {
    if (heard(event, 'REFILL')) event.waitUntil(refill(ordered))
  })
}

async function refill(entries: readonly Entry[]): Promise<void> {
  const shell = await caches.open(cacheNames.precache)
  for (const { url, revision } of entries) {
    const key = getCacheKeyForURL(url)
    if (!key || (await shell.match(key))) continue
    const response = await fetch(url, { cache: revision ? 'reload' : 'default' })
    if (!response.ok) return
    await shell.put(key, response)
  }
}
