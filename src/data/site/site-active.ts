import type { QueryClient } from '@tanstack/react-query'
import { inTime } from '#lib/in-time.ts'
import { siteActiveQueryOptions } from './site-config-queries.ts'

/** How long a page waits for the answer, in ms; a slow network must not keep a member out. */
const timeoutMs = 2500

/** Asks whether the site is still open. Neither promise rejects; undefined means that there was no answer, or none in time. */
export function askSite(queryClient: QueryClient) {
  const answer = queryClient.fetchQuery(siteActiveQueryOptions).then(
    ({ active }) => active,
    () => undefined,
  )
  return { answer, early: inTime(answer, timeoutMs, () => undefined) }
}

/** Whether the site is still open. No answer counts as yes. `late` is called if an answer after the timeout says no. */
export async function isSiteActive(queryClient: QueryClient, late: () => void): Promise<boolean> {
  const { answer, early } = askSite(queryClient)
  const active = await early
  if (active === undefined) void answer.then((later) => later === false && late())
  return active ?? true
}

/** Marks the page as that of a closed site. */
export const markSiteGone = (): void => document.body.setAttribute('data-gone', '')

/** Removes that mark. */
export const markSiteOpen = (): void => document.body.removeAttribute('data-gone')
