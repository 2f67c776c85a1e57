import { store } from '#lib/store.ts'
import { handleError } from '#errors/handle-error.ts'
import { outboxWaitsAtom } from './outbox-flag.ts'
import { signOut } from './session.ts'

/** Every button that logs out: it asks before, where that removes what is not sent yet. */
export function askToSignOut(): void {
  if (store.get(outboxWaitsAtom)) import('./sign-out-question.tsx').then(({ ask }) => ask(), handleError)
  else signOut()
}
