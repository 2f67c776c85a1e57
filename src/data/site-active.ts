import type { QueryClient } from '@tanstack/react-query'
import { siteActiveQueryOptions } from './site-config-queries.ts'

/** How long the sign-in waits for the answer, in ms; a slow network must not keep a member out. */
const timeoutMs = 2500

/**
 * Whether the site is still open. No answer counts as yes. `late` is called if an answer after the timeout says no.
 */
export async function isSiteActive(queryClient: QueryClient, late: () => void): Promise<boolean> {
  let waiting = true
  const answer = queryClient.fetchQuery({ ...siteActiveQueryOptions, retry: false }).then(
    ({ active }) => {
      if (!active && !waiting) late()
      return active
    },
    () => true,
  )
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, timeoutMs, true))
  const active = await Promise.race([answer, timeout])
  waiting = false
  return active
}

/** Marks the page as that of a closed site. Opening the sign-in removes the mark. */
export function markSiteGone(gone: boolean): void {
  document.body.toggleAttribute('data-gone', gone)
}
