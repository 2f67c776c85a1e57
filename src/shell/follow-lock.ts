import { lockChanged, lockRecheck, type LockState, lockStateOf } from '#lib/app-lock.ts'
import { storageKeys } from '#lib/storage-keys.ts'

/** How often an app in use notes that it is, in ms: what a crash or a sleeping device leaves behind. */
const noteMs = 10_000

interface Stored {
  read: (key: string) => unknown
  write: (key: string, value: unknown) => void
  isSignedIn: () => boolean
}

/**
 * Covers a member's page while it is in the background, because the phone's list of apps shows its picture; and locks it after the time that
 * the member has chosen. Runs before the first paint. What is drawn follows from `data-covered` and `data-lock` (page-shape.css).
 */
export function followLock({ read, write, isSignedIn }: Stored): void {
  const page = document.documentElement
  let shown: LockState | undefined
  const note = () => {
    try {
      write(storageKeys.appSeen, Date.now())
    } catch {
      // Nothing can be stored: nor was the setting.
    }
  }
  const look = () => {
    const state = isSignedIn()
      ? lockStateOf(read(storageKeys.appLock), read(storageKeys.appSeen), Date.now())
      : undefined
    page.toggleAttribute('data-covered', document.hidden && isSignedIn())
    // A page in the background is covered, and other tabs may be in use meanwhile.
    if (document.hidden && shown !== undefined && state !== undefined) return
    if (state === 'open') note()
    if (state === shown) return
    shown = state
    if (state) page.dataset['lock'] = state
    else delete page.dataset['lock']
    dispatchEvent(new Event(lockChanged))
  }
  const left = () => {
    if (document.hidden && shown === 'open') note()
    look()
  }
  look()
  document.addEventListener('visibilitychange', left)
  for (const event of ['pageshow', lockRecheck]) addEventListener(event, look)
  // After the app's own listeners, which may end the session.
  addEventListener('storage', () => setTimeout(look))
  setInterval(look, noteMs)
}
