/**
 * Each picture that another app shares for the slip upload has a cache of its own, named by the time of sharing (ms). So a late
 * deletion cannot remove a picture that was shared after the page decided to delete.
 */
const prefix = 'champa-shared-'
const address = '/share'
/** How long a picture is kept, in ms, which leaves time to sign in. */
const keptMs = 30 * 60_000
/** In bytes. */
const maxBytes = 20 * 2 ** 20

/** Stores this picture, replacing a previous one. */
export async function keepSharedSlip(picture: unknown): Promise<void> {
  await forgetSharedSlips(Infinity)
  if (!(picture instanceof Blob) || picture.size === 0 || picture.size > maxBytes) return
  const cache = await caches.open(`${prefix}${Date.now()}`)
  await cache.put(address, new Response(picture, { headers: { 'Content-Type': picture.type } }))
}

/** The recently shared picture, if any. Deletes one that is too old, or that lies in the future because the clock was set back. */
export async function sharedSlip(): Promise<Blob | undefined> {
  const now = Date.now()
  await forget((at) => Math.abs(now - at) > keptMs)
  const [name] = await kept()
  return name === undefined ? undefined : (await caches.match(address, { cacheName: name }))?.blob()
}

/** Deletes what was shared before this time (ms). Never fails: without caches nothing is stored. */
export const forgetSharedSlips = (before: number): Promise<void> =>
  forget((at) => at < before).catch(() => undefined)

async function forget(isOver: (sharedAt: number) => boolean): Promise<void> {
  const over = (await kept()).filter((name) => isOver(Number(name.slice(prefix.length))))
  await Promise.all(over.map((name) => caches.delete(name)))
}

const kept = async () => (await caches.keys()).filter((name) => name.startsWith(prefix))
