import { useEffect, useState } from 'react'
import { serverTime } from '#lib/clock.ts'

/** The time by the server's clock, looked at again every `everyMs`, for ages and days that are shown. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  // What is known of that clock may change between two looks.
  return serverTime(now)
}
