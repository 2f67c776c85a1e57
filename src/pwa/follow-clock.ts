import type { QueryClient } from '@tanstack/react-query'
import { noteClockSet } from '#lib/dates/clock.ts'
import { lastCallAtom } from '#lib/network/reachability.ts'
import { store } from '#lib/store.ts'

const tickMs = 15_000

/**
 * After the phone's clock was set back, what was read before would count as fresh for as long as the jump, and as newer than later
 * answers. So its times are set back too; and it is refetched, because a phone that slept meanwhile was away for longer.
 */
export function followClock(queryClient: QueryClient): void {
  let followedMs = 0
  const look = () => {
    const ms = noteClockSet() - followedMs
    if (ms === 0) return
    followedMs += ms
    for (const query of queryClient.getQueryCache().getAll()) {
      const { data, dataUpdatedAt } = query.state
      if (data !== undefined) query.setState({ dataUpdatedAt: dataUpdatedAt - ms })
    }
    void queryClient.invalidateQueries()
  }
  look()
  setInterval(look, tickMs)
  document.addEventListener('visibilitychange', look)
  globalThis.addEventListener('pageshow', look)
  // Before the answer itself is kept, whose time is by the new clock.
  store.sub(lastCallAtom, look)
}
