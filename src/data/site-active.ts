import type { QueryClient } from '@tanstack/react-query'
import { siteActiveQueryOptions } from './site-config-queries.ts'

/** How long a page waits for the answer, in ms; a slow network must not keep a member out. */
const timeoutMs = 2500

/** Asks whether the site is still open. Undefined without an answer in time; one that comes after it goes to `late`. */
export function askSite(
  queryClient: QueryClient,
  late: (active: boolean) => void = () => undefined,
): Promise<boolean | undefined> {
  let isOver = false
  const answer = queryClient.fetchQuery(siteActiveQueryOptions).then(
    ({ active }) => {
      if (isOver) late(active)
      return active
    },
    () => undefined,
  )
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(() => {
      isOver = true
      resolve(undefined)
    }, timeoutMs)
  })
  return Promise.race([answer, timeout])
}

/** Whether the site is still open. No answer counts as yes. `late` is called if an answer after the timeout says no. */
export const isSiteActive = async (queryClient: QueryClient, late: () => void): Promise<boolean> =>
  (await askSite(queryClient, (active) => {
    if (!active) late()
  })) ?? true

/** Marks the page as that of a closed site. Opening the sign-in removes the mark. */
export function markSiteGone(gone: boolean): void {
  document.body.toggleAttribute('data-gone', gone)
}
