/** Where the worker leaves a picture that another app shared, and the slip upload finds it. */
const cacheName = 'champa-shared'
const address = '/share'
const sinceHeader = 'Kept-Since'
/** Long enough to sign in first. */
const keptMs = 30 * 60_000
const heaviest = 20 * 2 ** 20

/** Keeps this one picture in place of the one before. */
export async function keepSharedSlip(picture: unknown): Promise<void> {
  await forgetSharedSlip()
  if (!(picture instanceof Blob) || picture.size === 0 || picture.size > heaviest) return
  const headers = { 'Content-Type': picture.type, [sinceHeader]: String(Date.now()) }
  await (await caches.open(cacheName)).put(address, new Response(picture, { headers }))
}

/** The picture that was shared a short while ago. */
export async function sharedSlip(): Promise<Blob | undefined> {
  const kept = await caches.match(address, { cacheName })
  const age = Date.now() - since(kept)
  if (kept && age < keptMs && age > -keptMs) return kept.blob()
  if (kept) await forgetSharedSlip()
  return undefined
}

/** Of any time, or only what was shared before that one (ms). Never fails: where nothing can be kept, nothing is there. */
export async function forgetSharedSlip(before?: number): Promise<void> {
  try {
    if (before !== undefined && since(await caches.match(address, { cacheName })) >= before) return
    await caches.delete(cacheName)
  } catch {
    // No caches here.
  }
}

const since = (kept: Response | undefined) => Number(kept?.headers.get(sinceHeader) ?? NaN)
