import { handleError } from '#errors/handle-error.ts'
import { withLaterMessages } from '#i18n/activate.ts'
import { store } from '#lib/store.ts'
import { outboxWaitsAtom } from './outbox-flag.ts'
import { signOut } from './session.ts'

const load = () => withLaterMessages(() => import(/* later */ './sign-out-question.tsx'))

/** Fetched with the outbox: what waits does so mostly without a network. */
export const fetchSignOutQuestion = () => void load().catch(() => undefined)

/** Every button that logs out: it asks before, where that removes what is not sent yet. */
export function askToSignOut(): void {
  if (store.get(outboxWaitsAtom)) load().then(({ ask }) => ask(), handleError)
  else signOut()
}
