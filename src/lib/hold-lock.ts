/**
 * Runs the work, once, while the lock is held; its outcome is the work's. A browser without locks, or that gives none to a page
 * in another site's frame, and an aborted `signal` keep nobody from it.
 */
export async function holdLock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = () => (begun ??= work())
  try {
    await navigator.locks.request(name, options, begin)
  } catch {
    // The work's own failure is told below.
  }
  return begin()
}
