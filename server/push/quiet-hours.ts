import { inBangkok } from '#lib/bangkok.ts'
import { DAY, MINUTE } from '../clock.ts'

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** How long the quiet hours (`HH:mm` in Bangkok) still last, in ms; 0 outside them. They may go over midnight. */
export function quietFor(
  now: Date,
  { quietFrom, quietUntil }: { quietFrom: string; quietUntil: string },
): number {
  if (quietFrom === '' || quietUntil === '' || quietFrom === quietUntil) return 0
  const since = (text: string) => {
    const ms = inBangkok(now).diff(inBangkok(now).startOf('day')).toMillis() - minutesOf(text) * MINUTE
    return ms < 0 ? ms + DAY : ms
  }
  const length = (minutesOf(quietUntil) - minutesOf(quietFrom)) * MINUTE
  const left = (length < 0 ? length + DAY : length) - since(quietFrom)
  return Math.max(0, left)
}
