import type { QueryClient } from '@tanstack/react-query'
import { readEvents } from '#api/event-stream.ts'
import { refreshMoney } from './refresh-money.ts'

const firstPauseMs = 1000
const maxPauseMs = 60_000
/** A stream that held so long was a good one, in ms: the next is asked for without a long pause. */
const goodAfterMs = 20_000

/** Where to resume from, kept while the member is here. */
interface EventPosition {
  lastEventId?: string
}

interface Listening {
  position: EventPosition
  signal: AbortSignal
  /** Told whether the server's events arrive just now. */
  setHeard: (heard: boolean) => void
}

/** Listens until `signal` aborts: whenever money has come or gone, what shows it is asked for anew. */
export async function listenForMoney(
  queryClient: QueryClient,
  { position, signal, setHeard }: Listening,
): Promise<void> {
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const began = Date.now()
    await readEvents({
      lastEventId: position.lastEventId,
      signal,
      onEvent({ event, id }) {
        if (signal.aborted) return
        // What came between the first questions and the first stream, nobody tells.
        if (event === 'wallet' || position.lastEventId === undefined) refreshMoney(queryClient)
        position.lastEventId = id
        setHeard(true)
      },
    }).catch(() => undefined)
    setHeard(false)
    pauseMs = Date.now() - began > goodAfterMs ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs)
    // Many apps that lost the same server do not come back at the same moment.
    await pause(pauseMs * (0.5 + Math.random()), signal)
  }
}

/** Ends early where the network comes back, or `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    globalThis.addEventListener('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
    if (signal.aborted) end()
  })
}
