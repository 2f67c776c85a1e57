import type { QueryClient } from '@tanstack/react-query'
import { siteActiveQueryOptions } from './site-config-queries.ts'

/** How long sign-in waits for the answer; a slow network must not keep a member out. */
const timeoutMs = 2500

/**
 * Whether the site is still there. No answer counts as yes. An answer that comes too late to be waited for is given to
 * `late`.
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

/** Marks the page as the terminated site's. Coming to sign in takes the mark away. */
export function markSiteGone(gone: boolean): void {
  document.body.toggleAttribute('data-gone', gone)
}
