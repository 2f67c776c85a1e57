import { isMissingFile } from '#lib/missing-file.ts'

/**
 * A page kept from an earlier release may name scripts that nobody has any more: nothing but its empty shape would show. It
 * is opened anew, once, past the worker and whatever kept it; after that it says so and leaves it to the person.
 */
export async function recoverStalePage(error: unknown, words: readonly string[]): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (isMissingFile(error) && navigator.onLine && visit?.type !== 'reload') await openAnew()
  else tell(words)
}

async function openAnew(): Promise<void> {
  try {
    // Installed anew by the page that comes; what is kept and still right is not fetched again.
    const workers = await navigator.serviceWorker.getRegistrations()
    await Promise.all(workers.map((worker) => worker.unregister()))
  } catch {
    // Where no worker may be had there is none to take away.
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
