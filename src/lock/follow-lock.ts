import { findSession, keep, stored } from '#lib/early-storage.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { lockChanged, lockRecheck, lockStateOf } from './lock-state.ts'

/** How often an app in use notes that it is, in ms: what a crash or a sleeping device leaves behind. */
const noteMs = 10_000

/**
 * Covers a member's page while it is in the background, because the phone's list of apps shows its picture; and locks it after the time that
 * the member has chosen. Runs before the first paint. What is drawn follows from `data-covered` and `data-lock` (cover.css).
 */
export function followLock(): void {
  const page = document.documentElement
  const note = () => keep(storageKeys.appSeen, Date.now())
  const look = () => {
    const { token } = findSession()
    page.toggleAttribute('data-covered', document.hidden && token !== undefined)
    const state = token && lockStateOf(stored(storageKeys.appLock), stored(storageKeys.appSeen), Date.now())
    const shown = page.dataset['lock']
    // A page in the background is covered, and other tabs may be in use meanwhile.
    if (document.hidden && shown && state) return
    if (state === 'open') note()
    if (state === shown) return
    if (state) page.dataset['lock'] = state
    else delete page.dataset['lock']
    dispatchEvent(new Event(lockChanged))
  }
  const left = () => {
    if (document.hidden && page.dataset['lock'] === 'open') note()
    look()
  }
  look()
  document.addEventListener('visibilitychange', left)
  for (const event of ['pageshow', lockRecheck]) addEventListener(event, look)
  // After the app's own listeners, which may end the session.
  addEventListener('storage', () => setTimeout(look))
  setInterval(look, noteMs)
}
