type Bounds = { low: number; high: number }

let recent: readonly Bounds[] = []
let offset = 0

/**
 * Learns the server's clock from one answer: its `Date` header, and the phone's `Date.now()` when the request left and the
 * answer came. The header names a whole second, so each answer bounds the difference of the two clocks from both sides.
 */
export function noteServerDate(header: string | null | undefined, sentAt: number, receivedAt: number): void {
  const stamp = Date.parse(header ?? '')
  if (Number.isNaN(stamp) || receivedAt < sentAt) return
  recent = [...recent, { low: stamp - receivedAt, high: stamp + 1000 - sentAt }].slice(-8)
  offset = meeting(recent)
}

/** Milliseconds since 1970 by the server's clock, as near as the answers so far allow. */
export function serverNow(): number {
  return Date.now() + offset
}

export function resetServerClock(): void {
  recent = []
  offset = 0
}

/**
 * The highest lower bound is the best one: delays and answers kept by a cache can only make it lower. Bounds that lie
 * wholly below it are from such answers, or from before the phone's clock was set, and do not count.
 */
function meeting(bounds: readonly Bounds[]): number {
  const low = Math.max(...bounds.map((bound) => bound.low))
  const high = Math.min(...bounds.map((bound) => bound.high).filter((bound) => bound >= low))
  return (low + high) / 2
}
