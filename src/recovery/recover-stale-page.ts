import { isMissingFile } from '#lib/missing-file.ts'

/**
 * A cached page of an earlier release may name scripts that no longer exist anywhere, and would stay an empty shape. It is
 * reloaded once, bypassing the service worker and its caches; after that it explains itself and leaves the next try to the
 * person. `explain` shows that, with a button that calls `again`.
 */
export function recoverStalePage(error: unknown, explain: (again: () => void) => void): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (isMissingFile(error) && navigator.onLine && visit?.type !== 'reload') void openAnew()
  else explain(() => void openAnew())
}

async function openAnew(): Promise<void> {
  try {
    // The reloaded page installs the worker again; cached files that are still valid are not downloaded again.
    const workers = await navigator.serviceWorker.getRegistrations()
    await Promise.all(workers.map((worker) => worker.unregister()))
  } catch {
    // Browsers that block service workers have none to remove.
  }
  location.reload()
}
