/** The cache in which the worker stores a picture that another app shared, for the slip upload. */
const cacheName = 'champa-shared'
const address = '/share'
const sinceHeader = 'Kept-Since'
/** How long a picture is kept, in ms, which leaves time to sign in. */
const keptMs = 30 * 60_000
/** In bytes. */
const maxBytes = 20 * 2 ** 20

/** Stores this picture, replacing a previous one. */
export async function keepSharedSlip(picture: unknown): Promise<void> {
  await caches.delete(cacheName)
  if (!(picture instanceof Blob) || picture.size === 0 || picture.size > maxBytes) return
  const headers = { 'Content-Type': picture.type, [sinceHeader]: String(Date.now()) }
  await (await caches.open(cacheName)).put(address, new Response(picture, { headers }))
}

/** The recently shared picture, if any. */
export async function sharedSlip(): Promise<Blob | undefined> {
  const kept = await caches.match(address, { cacheName })
  const age = Date.now() - since(kept)
  if (kept && age < keptMs && age > -keptMs) return kept.blob()
  if (kept) await caches.delete(cacheName)
  return undefined
}

/**
 * Deletes the picture if it was shared before a time (ms), by default now: what a page deletes late is never a picture that was
 * shared since. Never fails: without caches nothing is stored.
 */
export async function forgetSharedSlip(before = Date.now()): Promise<void> {
  try {
    if (since(await caches.match(address, { cacheName })) >= before) return
    await caches.delete(cacheName)
  } catch {
    // The browser has no caches.
  }
}

const since = (kept: Response | undefined) => Number(kept?.headers.get(sinceHeader) ?? NaN)
