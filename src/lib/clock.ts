import * as v from 'valibot'
import { storageKeys } from './storage-keys.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

type Bounds = { low: number; high: number }

/** Less than this between the two clocks, in ms, is not kept for the next visit. */
const worthKeeping = 5000
/** Between two readings of the phone's clocks: more than this and the one on its wall was set. */
const setBy = 2000
const stored = v.pipe(
  v.number(),
  v.check((ms) => Math.abs(ms) < 1e12),
)

let recent: readonly Bounds[] = []
let kept = readStored(storageKeys.clock, stored) ?? 0
let offset = kept
let began = beginning()

/**
 * Learns the server's clock from one answer: its `Date` header, and the phone's `Date.now()` when the request left and the
 * answer came. The header names a whole second, so each answer bounds the difference of the two clocks from both sides.
 */
export function noteServerDate(header: string | null | undefined, sentAt: number, receivedAt: number): void {
  const stamp = Date.parse(header ?? '')
  if (Number.isNaN(stamp) || receivedAt < sentAt) return
  // What was learnt of a clock that was set since says nothing of the one that is there now.
  if (Math.abs(beginning() - began) > setBy) recent = []
  began = beginning()
  recent = [...recent, { low: stamp - receivedAt, high: stamp + 1000 - sentAt }].slice(-8)
  offset = meeting(recent)
  keep()
}

/** Milliseconds since 1970 by the server's clock, as near as the answers so far allow. */
export function serverNow(): number {
  return serverTime(Date.now())
}

/** A moment by the phone's clock, by the server's. */
export function serverTime(at: number): number {
  return at + offset
}

export function resetServerClock(): void {
  recent = []
  offset = 0
  keep()
}

/** A phone whose clock is wrong is so the next time too, and may have no connection then. */
function keep(): void {
  const worth = Math.abs(offset) < worthKeeping ? 0 : offset
  if (worth === 0 ? kept === 0 : Math.abs(worth - kept) < worthKeeping) return
  kept = worth
  if (worth === 0) removeStored(storageKeys.clock)
  else writeStored(storageKeys.clock, worth)
}

/** When the page was opened, by the phone's clock as it is set now. */
function beginning(): number {
  return Date.now() - performance.now()
}

/**
 * The highest lower bound is the best one: delays can only make it lower. Bounds that lie wholly below it are from before
 * the phone's clock was set, and do not count.
 */
function meeting(bounds: readonly Bounds[]): number {
  const low = Math.max(...bounds.map((bound) => bound.low))
  const high = Math.min(...bounds.map((bound) => bound.high).filter((bound) => bound >= low))
  return (low + high) / 2
}
