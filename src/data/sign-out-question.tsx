import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { onSessionEnd, signOut } from './session.ts'

const placeId = 'sign-out-question'

/** Asks in a tree of its own, because it also lies over the lock, where no page need be rendered. */
export function ask(): void {
  if (document.getElementById(placeId)) return
  const place = document.createElement('div')
  place.id = placeId
  // What is outside of the lock is inert.
  const around = document.querySelector('#app-lock') ?? document.body
  around.append(place)
  const root = createRoot(place)
  const end = () => {
    unfollow()
    root.unmount()
    place.remove()
  }
  const unfollow = onSessionEnd(end)
  root.render(
    <I18nProvider i18n={i18n}>
      <AlertDialog
        open
        prefersCancel
        container={place}
        icon="logout"
        onClose={end}
        onConfirm={signOut}
        title={<Trans>Not everything is sent yet</Trans>}
        text={<Trans>If you log out, slips and messages that are not sent yet are removed.</Trans>}
        cancelLabel={<Trans>Stay logged in</Trans>}
        confirmLabel={<Trans>Log out</Trans>}
      />
    </I18nProvider>,
  )
}
