import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { store } from '#lib/store.ts'
import { outboxWaitsAtom } from './outbox-flag.ts'
import { signOut } from './session.ts'

const question = msg`If you log out, slips and messages that are not sent yet are removed.`

/**
 * Every button that logs out: it asks first where that removes what is not sent yet. The browser itself asks, because it can
 * everywhere: without a network, and over the lock, which makes everything else inert.
 */
export function askToSignOut(): void {
  // oxlint-disable-next-line no-alert -- see above
  if (!store.get(outboxWaitsAtom) || confirm(i18n._(question))) signOut()
}
