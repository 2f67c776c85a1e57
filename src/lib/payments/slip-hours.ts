import { formatInBangkok } from '#lib/bangkok.ts'

/** When slips can be uploaded. `closedFrom` to `closedUntil` are times of day in Bangkok, `HH:mm`. */
export interface SlipHours {
  enabled: boolean
  closedFrom: string
  closedUntil: string
}

type ClosedHours = Omit<SlipHours, 'enabled'>

const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(text)

/** Whether there are daily closing hours. Equal or missing times mean that there are none. */
export function closesDaily({ closedFrom, closedUntil }: ClosedHours): boolean {
  return isTime(closedFrom) && isTime(closedUntil) && closedFrom !== closedUntil
}

/** Whether it is closed at `now` (ms since 1970), also over midnight. */
export function isClosed(hours: ClosedHours, now: number): boolean {
  if (!closesDaily(hours)) return false
  const { closedFrom: from, closedUntil: until } = hours
  const at = formatInBangkok(now, 'HH:mm')
  return from < until ? at >= from && at < until : at >= from || at < until
}

/** When the current closing hours end, in ms since 1970. */
export function opensAt({ closedUntil }: ClosedHours, now: number): number {
  const dayMinutes = 24 * 60
  const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const left = minutesOf(closedUntil) - minutesOf(formatInBangkok(now, 'HH:mm'))
  return (Math.floor(now / 60_000) + ((left + dayMinutes) % dayMinutes)) * 60_000
}
