/**
 * Each picture that another app shares for the slip upload has a cache of its own, named by the time of sharing (ms). So a late
 * deletion cannot remove a picture that was shared after the page decided to delete. What else is done with them is in
 * `shared-slip-line.ts`: every page has this file in its first load.
 */
export const sharedPrefix = 'champa-shared-'

/** Deletes what was shared before this time (ms). Never fails: without caches nothing is stored. */
export const forgetSharedSlips = (before: number): Promise<void> =>
  forgetShared((name) => sharedAt(name) < before).catch(() => undefined)

export const sharedAt = (name: string): number => Number(name.slice(sharedPrefix.length))

export async function forgetShared(isOver: (name: string) => boolean): Promise<void> {
  const over = (await sharedNames()).filter(isOver)
  await Promise.all(over.map((name) => caches.delete(name)))
}

export const sharedNames = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(sharedPrefix))
