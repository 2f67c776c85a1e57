import { withLaterMessages } from '#i18n/activate.ts'
import { lockChanged } from '#lock/lock-state.ts'

/**
 * Shows the lock whenever lock/follow-lock.ts has shut it. Resolves when it is open: before, nothing is rendered. Rejects if its file or
 * its messages cannot be loaded; the page stays covered.
 */
export async function guardLock(): Promise<void> {
  const load = () => withLaterMessages(() => import(/* later */ './show-lock.tsx'))
  const follow = async () => {
    const { lock } = document.documentElement.dataset
    if (lock === 'shut') await load().then((file) => file.showLock())
    // Fetched now, because the lock must open without a network too.
    else if (lock) load().catch(() => undefined)
  }
  addEventListener(lockChanged, () => void follow().catch(() => location.reload()))
  await follow()
}
