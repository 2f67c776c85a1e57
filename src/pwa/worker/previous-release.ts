import { cacheNames } from 'workbox-core'

declare const self: ServiceWorkerGlobalScope

/** The cache of this version's files that are not precached. */
export const laterCache = 'champa-assets'
const prefix = 'champa-former-'

/**
 * Before this version replaces the previous one, copies the files that only that one has, so that pages opened with it keep
 * working. The copies of the version before that are deleted once this one is active. `release` is this version's name.
 */
export function keepPreviousRelease(current: readonly string[], release: string): void {
  const name = prefix + release
  self.addEventListener('install', (event) =>
    event.waitUntil(copyFiles(name, new Set(current.map((url) => pathOf(url))))),
  )
  self.addEventListener('activate', (event) => event.waitUntil(dropOlder(name)))
}

async function copyFiles(name: string, current: ReadonlySet<string>): Promise<void> {
  if (!self.registration.active) return
  const kept = await caches.open(name)
  for (const from of [cacheNames.precache, laterCache]) {
    const cache = await caches.open(from)
    const leaving = (await cache.keys()).filter(({ url }) => isAsset(url) && !current.has(pathOf(url)))
    await Promise.all(
      leaving.map(async (request) => {
        const response = await cache.match(request)
        if (response) await kept.put(request, response)
      }),
    )
  }
}

async function dropOlder(name: string): Promise<void> {
  const older = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name)
  await Promise.all([...older, laterCache].map((each) => caches.delete(each)))
}

const pathOf = (url: string) => new URL(url, self.location.origin).pathname
const isAsset = (url: string) => pathOf(url).startsWith('/assets/')
