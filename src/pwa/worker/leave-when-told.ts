import { heard } from '#lib/network/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** How long an answer may still take once another worker is to come in this one's place, in ms. */
const lastMs = 5000

const leaving = new AbortController()
let isLeaving = false

/**
 * A browser lets a worker end its work before it puts another in its place, for up to five minutes: a silent server would hold
 * back an accepted update, and the worker that takes a broken release back (public/sw-off.js). Either says that it comes, and from
 * then on no answer is awaited for long.
 */
export function leaveWhenTold(): void {
  // It is missing on iPhones that end at iOS 16, where every fetch would fail. The long wait is Chromium's.
  if (!('any' in AbortSignal)) return
  const { fetch } = self
  // Takes the place of `fetch` for the whole worker, Workbox included.
  self.fetch = (input, init) => {
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const limit = isLeaving ? AbortSignal.timeout(lastMs) : leaving.signal
    const signal = AbortSignal.any([limit, ...(own ? [own] : [])])
    return fetch(input, { ...init, signal })
  }
  self.addEventListener('message', (event) => {
    if (!heard(event, 'LEAVE')) return
    isLeaving = true
    setTimeout(() => leaving.abort(), lastMs)
  })
}
