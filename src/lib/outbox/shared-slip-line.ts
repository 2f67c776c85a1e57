import { forgetShared, sharedAt, sharedNames, sharedPrefix } from './shared-slip.ts'

const address = '/share'
/** The entry by which a stored picture counts as seen: the upload has offered it. */
const seenMark = '/seen'
/** How long a picture is kept, in ms, which leaves time to sign in. */
const keptMs = 30 * 60_000
/** In bytes. */
const maxBytes = 20 * 2 ** 20
const maxWaiting = 5

/**
 * Stores this picture behind those that still wait. The same picture shared again is one, as recent as its last sharing; what cannot be
 * a slip's picture changes nothing. Where too many wait, the oldest that the member has seen makes way, and if there is none, the new one.
 */
export async function keepSharedSlip(picture: unknown): Promise<void> {
  if (!(picture instanceof Blob) || picture.size === 0 || picture.size > maxBytes) return
  const waiting = await line()
  const isFull = waiting.length >= maxWaiting
  const over =
    (await findOne(waiting, (name) => holds(name, picture))) ??
    (isFull ? await findOne(waiting, isSeen) : undefined)
  if (isFull && over === undefined) return
  const last = waiting.at(-1)
  // Behind the last one also where the clock was set back, or has not moved on.
  const at = Math.max(Date.now(), last === undefined ? 0 : sharedAt(last) + 1)
  const cache = await caches.open(sharedPrefix + at)
  await cache.put(address, new Response(picture, { headers: { 'Content-Type': picture.type } }))
  if (over !== undefined) await caches.delete(over)
}

/** The picture that has waited longest, if any, which now counts as seen. */
export async function takeSharedSlip(): Promise<Blob | undefined> {
  const waiting = await line()
  const pictures = await Promise.all(waiting.map(pictureIn))
  const turn = pictures.findIndex((picture) => picture !== undefined)
  if (turn >= 0) await markSeen(waiting[turn] ?? '')
  return pictures[turn]
}

/** Deletes what the upload has offered, of what was shared before this time (ms). Never fails. */
export async function forgetSeenSlips(before = Infinity): Promise<void> {
  try {
    const seen = await Promise.all((await sharedNames()).map(async (name) => (await isSeen(name)) && name))
    await forgetShared((name) => seen.includes(name) && sharedAt(name) < before)
  } catch {
    // Without caches nothing is stored.
  }
}

/** When each picture was shared that waits and was not offered yet, the first first. */
export async function unseenSlips(): Promise<number[]> {
  const waiting = await line()
  const seen = await Promise.all(waiting.map(isSeen))
  return waiting.filter((_, turn) => !seen[turn]).map(sharedAt)
}

/** Deletes the picture that was shared at this time. Never fails. */
export const forgetSharedSlip = (at: number): Promise<void> =>
  forgetShared((name) => sharedAt(name) === at).catch(() => undefined)

/** Deletes pictures that are too old, or that lie in the future because the clock was set back. */
export const dropOldSlips = (): Promise<void> =>
  forgetShared((name) => Math.abs(Date.now() - sharedAt(name)) > keptMs)

/** The names of the caches, the oldest first. */
async function line(): Promise<string[]> {
  await dropOldSlips()
  return (await sharedNames()).sort((one, other) => sharedAt(one) - sharedAt(other))
}

const pictureIn = async (name: string) => (await caches.match(address, { cacheName: name }))?.blob()

/** Where the storage is full, the picture is offered all the same. */
const markSeen = async (name: string) => {
  const cache = await caches.open(name)
  await cache.put(seenMark, new Response()).catch(() => undefined)
}

const isSeen = async (name: string) => (await caches.match(seenMark, { cacheName: name })) !== undefined

async function holds(name: string, picture: Blob): Promise<boolean> {
  const stored = await pictureIn(name)
  if (stored?.size !== picture.size) return false
  const [one, other] = await Promise.all([stored.arrayBuffer(), picture.arrayBuffer()])
  const bytes = new Uint8Array(other)
  return new Uint8Array(one).every((byte, index) => byte === bytes[index])
}

async function findOne(names: string[], is: (name: string) => Promise<boolean>): Promise<string | undefined> {
  const found = await Promise.all(names.map(is))
  return names[found.indexOf(true)]
}
