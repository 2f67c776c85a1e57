const BANGKOK_MINUTES = 7 * 60

const minutesOf = (text: string): number | null => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/u.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Whether uploads are closed now: between two times of day in Bangkok, over midnight too. Equal or no times: never. */
export function isClosed(closedFrom: string, closedUntil: string, now: Date): boolean {
  const from = minutesOf(closedFrom)
  const until = minutesOf(closedUntil)
  if (from === null || until === null || from === until) return false
  const minute = (Math.floor(now.getTime() / 60_000) + BANGKOK_MINUTES) % 1440
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}
