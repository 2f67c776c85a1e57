import { isMissingFile } from '#lib/network/missing-file.ts'

type Say = (words: readonly string[]) => void

/**
 * A cached page of an earlier release may name scripts that no longer exist anywhere, and would stay an empty shape. It is
 * reloaded once, bypassing the service worker and its caches; after that it explains itself and leaves the next try to the
 * person. `words`: title, text and the button's label; `say` shows the first two in the page's shape.
 */
export function recoverStalePage(error: unknown, words: readonly string[], say: Say): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (isMissingFile(error) && navigator.onLine && visit?.type !== 'reload') void openAnew()
  else explain(words, say)
}

function explain([title = '', text = '', label = '']: readonly string[], say: Say): void {
  const shape = document.querySelector('#shell')
  shape?.removeAttribute('aria-hidden')
  shape?.setAttribute('role', 'alert')
  say([title, text])
  const button = document.createElement('button')
  button.textContent = label
  button.addEventListener('click', () => void openAnew())
  document.querySelector('.shell-words')?.append(button)
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
