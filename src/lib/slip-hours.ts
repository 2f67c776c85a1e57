/** When slips can be uploaded. `closedFrom` to `closedUntil` are times of day in Bangkok, `HH:mm`. */
export interface SlipHours {
  enabled: boolean
  closedFrom: string
  closedUntil: string
}

const minute = 60_000
const bangkokMinutes = 7 * 60

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/u.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** Whether the daily closing time is now (ms since 1970), over midnight too. Equal or no times: never. */
export function isClosed({ closedFrom, closedUntil }: Omit<SlipHours, 'enabled'>, now: number): boolean {
  const from = minutesOf(closedFrom)
  const until = minutesOf(closedUntil)
  if (from === undefined || until === undefined || from === until) return false
  const at = (Math.floor(now / minute) + bangkokMinutes) % (24 * 60)
  return from < until ? at >= from && at < until : at >= from || at < until
}

/** Whether there is a closing time at all, to be told beforehand. */
export function closesDaily({ closedFrom, closedUntil }: SlipHours): boolean {
  return (
    minutesOf(closedFrom) !== undefined && minutesOf(closedUntil) !== undefined && closedFrom !== closedUntil
  )
}
