import { cacheNames } from 'workbox-core'

declare const self: ServiceWorkerGlobalScope

export const formerCache = 'champa-assets'

/**
 * Before this version's shell replaces the one before it, the files that only that one has are put aside: a page that was
 * opened with it goes on working. What was put aside for the version before that goes.
 */
export function keepFormer(current: readonly string[]): void {
  self.addEventListener('install', (event) => event.waitUntil(putAside(new Set(current.map(pathOf)))))
}

async function putAside(current: ReadonlySet<string>): Promise<void> {
  if (!self.registration.active) return
  const shell = await caches.open(cacheNames.precache)
  const leaving = (await shell.keys()).filter(({ url }) => isAsset(url) && !current.has(pathOf(url)))
  if (leaving.length === 0) return
  await caches.delete(formerCache)
  const former = await caches.open(formerCache)
  await Promise.all(
    leaving.map(async (request) => {
      const response = await shell.match(request)
      if (response) await former.put(request, response)
    }),
  )
}

const pathOf = (url: string) => new URL(url, self.location.origin).pathname
const isAsset = (url: string) => pathOf(url).startsWith('/assets/')
