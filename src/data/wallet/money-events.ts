import type { QueryClient } from '@tanstack/react-query'
import { readEvents } from '#api/event-stream.ts'
import { handleError } from '#errors/handle-error.ts'
import { refreshMoney } from './refresh-money.ts'

const firstPauseMs = 1000
const maxPauseMs = 60_000
/** After a stream that lasted this long, in ms, the pause before reconnecting is short again. */
const goodAfterMs = 20_000

/** Where to resume the stream, kept until the session ends. */
interface EventPosition {
  lastEventId?: string
}

interface Listening {
  position: EventPosition
  signal: AbortSignal
  /** Called with whether the stream is connected. */
  setConnected: (isConnected: boolean) => void
}

/** Listens until `signal` aborts, and refetches the member's money whenever it changed. */
export async function listenForMoney(
  queryClient: QueryClient,
  { position, signal, setConnected }: Listening,
): Promise<void> {
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const began = Date.now()
    await readEvents({
      lastEventId: position.lastEventId,
      signal,
      onEvent({ event, id }) {
        if (signal.aborted) return
        // The first stream does not report changes between the first queries and its start.
        if (event === 'wallet' || position.lastEventId === undefined) refreshMoney(queryClient)
        position.lastEventId = id
        setConnected(true)
      },
    }).catch((error: unknown) => {
      // A session that was ended elsewhere ends here too. Anything else is tried again.
      if (!signal.aborted) handleError(error, { quiet: true })
    })
    setConnected(false)
    pauseMs = Date.now() - began > goodAfterMs ? firstPauseMs : Math.min(pauseMs * 2, maxPauseMs)
    // Jitter, so that apps that lost the same server do not reconnect all at once.
    await pause(pauseMs * (0.5 + Math.random()), signal)
  }
}

/** Waits `ms`; ends early when the network comes back or `signal` aborts. */
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
