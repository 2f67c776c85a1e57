import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'

type Bounds = { low: number; high: number }

/** A smaller difference between the two clocks, in ms, is not stored for the next visit. */
const worthKeeping = 5000
/** If `Date.now()` and `performance.now()` drift apart by more than this, in ms, the phone's clock was set. */
const clockSetMs = 2000
const stored = v.pipe(
  v.number(),
  v.check((ms) => Math.abs(ms) < 1e12),
)

let recent: readonly Bounds[] = []
let kept = readStored(storageKeys.clock, stored) ?? 0
let offset = kept
let began = beginning()
let setBackMs = 0

/**
 * Learns the server's clock from one answer: its `Date` header, and the phone's `Date.now()` when the request left and the
 * answer came. The header names a whole second, so each answer bounds the difference of the two clocks from both sides.
 */
export function noteServerDate(header: string | null | undefined, sentAt: number, receivedAt: number): void {
  const stamp = Date.parse(header ?? '')
  if (Number.isNaN(stamp) || receivedAt < sentAt) return
  noteClockSet()
  recent = [...recent, { low: stamp - receivedAt, high: stamp + 1000 - sentAt }].slice(-8)
  offset = meeting(recent)
  keep()
}

/** The server's time in ms since 1970, estimated from the answers so far. */
export function serverNow(): number {
  return serverTime(Date.now())
}

/**
 * How much older than the `serverNow()` of its sending a row may be that is still taken for the one just sent, in ms. The app knows the
 * server's clock to the second once it has read a `Date`. Any more, and another of the same kind that was sent shortly before would match.
 */
export const clockSlackMs = 2000

/** Converts a time by the phone's clock to the server's clock, both in ms since 1970. */
export function serverTime(at: number): number {
  return at + offset
}

/**
 * Notices that the phone's clock was set, and returns by how many ms it was set back in all since the page was opened. The
 * server's time goes on meanwhile.
 */
export function noteClockSet(): number {
  const moved = beginning() - began
  began += moved
  // Bounds measured before the phone's clock was set no longer apply.
  if (Math.abs(moved) > clockSetMs) recent = []
  // A jump ahead looks like the phone's sleep, during which `performance.now()` stands still.
  if (moved < -clockSetMs) {
    setBackMs -= moved
    offset -= moved
  }
  return setBackMs
}

/** Whether this page has read a `Date` of the server. An API at another origin may not expose it: then the phone's clock is used. */
export function isServerTimeKnown(): boolean {
  return recent.length > 0
}

/** For tests: as before the first answer of the server. */
export function resetServerClock(): void {
  recent = []
  offset = 0
  keep()
}

/** Stores the offset, because a wrong clock is usually still wrong on the next visit, which may be offline. */
function keep(): void {
  const worth = Math.abs(offset) < worthKeeping ? 0 : offset
  if (worth === 0 ? kept === 0 : Math.abs(worth - kept) < worthKeeping) return
  kept = worth
  if (worth === 0) removeStored(storageKeys.clock)
  else writeStored(storageKeys.clock, worth)
}

/** When the page was opened, in ms since 1970 by the phone's current clock. */
function beginning(): number {
  return Date.now() - performance.now()
}

/**
 * Estimates the offset in ms. The highest lower bound is the tightest, because network delay only lowers it. Upper bounds
 * below it were measured before the phone's clock was set and are ignored.
 */
function meeting(bounds: readonly Bounds[]): number {
  const low = Math.max(...bounds.map((bound) => bound.low))
  const high = Math.min(...bounds.map((bound) => bound.high).filter((bound) => bound >= low))
  return (low + high) / 2
}
