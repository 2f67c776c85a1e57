import { useEffect, useState } from 'react'
import { serverNow } from '#lib/clock.ts'
import { remainingMs } from '#lib/countdown.ts'

/** Milliseconds left by the server's clock, renewed as each second ends and when the page comes back into view. */
export function useRemaining(expireIn: number): number {
  const [left, setLeft] = useState(() => remainingMs(expireIn, serverNow()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      clearTimeout(timer)
      const now = remainingMs(expireIn, serverNow())
      setLeft(now)
      if (now > 0) timer = setTimeout(tick, now % 1000 || 1000)
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [expireIn])
  return left
}
