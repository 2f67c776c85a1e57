import type { Page } from 'playwright/test'

/** The number of requests that the page has sent to a path with this method. What the browser itself sends again counts once. */
export function countRequests(page: Page, method: string, path: string): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) sent += 1
  })
  return () => sent
}
