import type { AnyRouter } from '@tanstack/react-router'
import { signIn } from '#data/session/session.ts'
import { safeRedirect } from '#lib/network/redirect.ts'

interface Entry {
  token: string
  remember: boolean
  /** Where to go, from the address. */
  target?: string | undefined
}

/**
 * Begins the session and leads into it. The form stays, with its button at work, until the member's page is there: on a slow line an
 * empty page would stand in its place for seconds.
 */
export function enter(router: AnyRouter, { token, remember, target }: Entry): void {
  const { options } = router
  const { defaultPendingMs } = options
  options.defaultPendingMs = Infinity
  const stop = router.subscribe('onResolved', () => {
    stop()
    options.defaultPendingMs = defaultPendingMs
  })
  signIn(token, remember)
  router.history.replace(safeRedirect(target) ?? '/user')
}
