import type { QueryClient } from '@tanstack/react-query'
import { endSession, followOtherTabs, onSessionEnd } from '#data/session.ts'
import { connectErrorPorts } from '#errors/handle-error.ts'
import type { AppRouter } from './router.ts'

/** Whenever a session ends, in this tab or another: the member's data goes, and a member's page gives way to sign-in. */
export function guardSession(router: AppRouter, queryClient: QueryClient): void {
  let redirect: string | undefined

  onSessionEnd(() => {
    queryClient.clear()
    if (!router.state.location.pathname.startsWith('/user')) return
    void router.navigate({ to: '/login', search: { redirect }, replace: true })
  })
  connectErrorPorts({
    terminated: () => void router.navigate({ to: '/terminated', replace: true }),
    signedOut() {
      redirect = router.state.location.href
      const had = endSession()
      redirect = undefined
      return had
    },
  })
  followOtherTabs()
}
