import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { store } from '#lib/store.ts'
import { outboxWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { signOut } from './session.ts'

const question = msg`If you log out, slips and messages that are not sent yet are removed.`

/**
 * Logs out, for every button that does. It asks first where that removes what is not sent yet. The browser's own question needs no
 * file, so it works without a network, and it works over the lock, which makes everything else inert.
 */
export function askToSignOut(): void {
  // oxlint-disable-next-line no-alert -- the browser has to ask, as said above
  if (!store.get(outboxWaitsAtom) || confirm(i18n._(question))) signOut()
}
