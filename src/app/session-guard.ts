import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { inMemoryCountAtom, storedWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { endSession, followOtherTabs, isSignedIn, onSessionEnd } from '#data/session/session.ts'
import { closeErrorDialog } from '#errors/error-dialog.ts'
import { connectErrorPorts, handleError } from '#errors/handle-error.ts'
import { sharedWaitsAtom } from '#lib/outbox/shared-waits.ts'
import { store } from '#lib/store.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import type { AppRouter } from './router.ts'

/** When a session ends, in this tab or another, drops the member's data and leaves a member's page for the sign-in. */
export function guardSession(router: AppRouter, queryClient: QueryClient): void {
  let redirect: string | undefined

  onSessionEnd(() => {
    queryClient.clear()
    store.set(toastsAtom, [])
    store.set(sharedWaitsAtom, [])
    closeErrorDialog()
    // Another member signed in in another tab: a reload clears this page's memory.
    if (isSignedIn()) return location.replace('/user')
    if (!router.state.location.pathname.startsWith('/user')) return
    void router.navigate({ to: '/login', search: { redirect }, replace: true })
  })
  connectErrorPorts({
    terminated: () => void router.navigate({ to: '/terminated', replace: true }),
    signedOut() {
      redirect = router.state.location.href
      // What is in memory goes with the session; what is stored stays where another tab has one.
      const inMemory = store.get(inMemoryCountAtom) > 0
      const stored = store.get(storedWaitsAtom)
      const had = endSession()
      redirect = undefined
      return had && { isUnsentRemoved: inMemory || (stored && !store.get(storedWaitsAtom)) }
    },
  })
  followOtherTabs(() => handleError(new ApiError('refused', { code: 'UNAUTHORIZED' })))
}
