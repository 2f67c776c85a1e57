/** After how many minutes in the background the app can be locked. */
export const lockMinutes = [1, 5, 15] as const

/** What `data-lock` says of the page: the member wants the lock and it is open, or it is shut. Missing where nobody wants it. */
export type LockState = 'open' | 'shut'

/** Fired at the window after `data-lock` has changed. */
export const lockChanged = 'champa:lock'
/** Fired at the window by the code that opened the lock or changed its setting. */
export const lockRecheck = 'champa:lock-recheck'

/** A clock that was put back by more than this, in ms, counts as time away. */
const clockSlackMs = 5000

/**
 * The state of the lock from what is stored, which nobody has checked: the setting, when the app was last in use, and the time, in
 * ms. Without a time of last use it is shut.
 */
export function lockStateOf(setting: unknown, seen: unknown, now: number): LockState | undefined {
  const { minutes } = Object(setting) as Record<string, unknown>
  const limit = lockMinutes.find((one) => one === minutes)
  if (limit === undefined) return undefined
  if (typeof seen !== 'number') return 'shut'
  const away = now - seen
  return away > limit * 60_000 || away < -clockSlackMs ? 'shut' : 'open'
}
