import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnd } from '#data/session/session.ts'
import { LockScreen } from '#features/lock/lock-screen.tsx'
import { lockChanged, lockRecheck } from '#lock/lock-state.ts'
import styles from './show-lock.module.css'

let showing: Promise<void> | undefined

/** Shows the lock alone, above everything. Resolves when it has been opened, here or in another tab, or the session has ended. */
export function showLock(): Promise<void> {
  return (showing ??= show().finally(() => (showing = undefined)))
}

async function show(): Promise<void> {
  const isShut = () => document.documentElement.dataset['lock'] === 'shut'
  if (!isShut()) return
  // Modal, so that the browser makes everything else inert; in a tree of its own, so that what is under it need not be rendered.
  const dialog = document.createElement('dialog')
  dialog.id = 'app-lock'
  dialog.className = styles.surface ?? ''
  const titleId = 'app-lock-title'
  dialog.setAttribute('aria-labelledby', titleId)
  document.body.append(dialog)
  const root = createRoot(dialog)
  root.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <LockScreen titleId={titleId} />
      </I18nProvider>
    </StrictMode>,
  )
  dialog.showModal()
  // The Escape key closes a dialog at the second press whatever the first one's event was told.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.addEventListener('close', () => dialog.isConnected && isShut() && dialog.showModal())
  // A press inside is one outside of the sheets below, which would close, as they would by the Escape key.
  for (const event of ['pointerdown', 'mousedown', 'click', 'keydown'])
    dialog.addEventListener(event, (press) => press.stopPropagation())
  const unfollow = onSessionEnd(() => void dispatchEvent(new Event(lockRecheck)))
  await new Promise<void>((resolve) => {
    const follow = () => {
      if (isShut()) return
      removeEventListener(lockChanged, follow)
      resolve()
    }
    addEventListener(lockChanged, follow)
  })
  unfollow()
  // Gives the focus back to where it was.
  dialog.close()
  root.unmount()
  dialog.remove()
}
