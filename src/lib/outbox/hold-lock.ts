/**
 * Runs the work once while holding the lock, and returns its result. Without locks, as in some browsers or in another site's
 * frame, and after an aborted `signal`, the work runs without one.
 */
export async function holdLock<T>(name: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = () => (begun ??= work())
  try {
    await navigator.locks.request(name, options, begin)
  } catch {
    // The work's own failure is thrown below.
  }
  return begin()
}
