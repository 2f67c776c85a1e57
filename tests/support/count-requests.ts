import type { Page } from 'playwright/test'
import { isRequestOf, type RequestsOf } from './addresses-of.ts'

/** The number of requests of this call that the page has sent. What the browser itself sends again counts once. */
export function countRequests(page: Page, call: RequestsOf): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (isRequestOf(call, request.method(), request.url())) sent += 1
  })
  return () => sent
}
