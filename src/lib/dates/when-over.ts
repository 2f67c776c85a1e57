import { onWake } from '#lib/device/wake.ts'
import { serverNow } from './clock.ts'

/** A timer stands still while the phone sleeps, and one of more than 24 days would end at once. In ms. */
const lookMs = 60_000
/** The server's clock is known to about a second. */
const slackMs = 1000

/**
 * Calls back once it is later than `until`, in ms since 1970 by the server's clock, and from then on every minute, since what is done then
 * may fail; never while the page is hidden, and at once when it is seen again. Returns a function that ends it.
 */
export function whenOver(until: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') return
    const left = until + slackMs - serverNow()
    timer = setTimeout(look, left > 0 ? Math.min(left, lookMs) : lookMs)
    if (left <= 0) then()
  }
  const stopWaking = onWake(look)
  look()
  return () => {
    clearTimeout(timer)
    stopWaking()
  }
}
