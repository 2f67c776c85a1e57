import { isMissingFile } from '#lib/missing-file.ts'

/**
 * A cached page of an earlier release may name scripts that no longer exist anywhere, and would stay an empty shape. It is
 * reloaded once, bypassing the service worker and its caches; after that it explains itself and leaves the next try to the
 * person.
 */
export async function recoverStalePage(error: unknown, words: readonly string[]): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (isMissingFile(error) && navigator.onLine && visit?.type !== 'reload') await openAnew()
  else tell(words)
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

function tell([title = '', text = '', again = '']: readonly string[]): void {
  const note = document.createElement('div')
  note.id = 'lost'
  note.role = 'alert'
  for (const [tag, said] of [
    ['h1', title],
    ['p', text],
    ['button', again],
  ] as const) {
    const part = document.createElement(tag)
    part.textContent = said
    if (tag === 'button') part.addEventListener('click', () => void openAnew())
    note.append(part)
  }
  document.body.append(note)
}
