import { useEffect, useState } from 'react'
import { serverTime } from '#lib/dates/clock.ts'

/** The server's time, refreshed every `everyMs`, for ages and dates on screen. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  // The clock's known offset may change between two refreshes.
  return serverTime(now)
}
