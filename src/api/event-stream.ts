import { createParser } from 'eventsource-parser'
import { env } from '#lib/env.ts'
import { parseJson } from '#lib/parse-json.ts'
import { ApiError } from './api-error.ts'
import { headersOf, messageIn } from './client.ts'
import { readToken } from './token.ts'

/** The server sends at least every 20 s: a connection silent for this long, in ms, counts as dead. */
const maxSilenceMs = 45_000

interface ServerEvent {
  event: string
  /** Where to resume from. */
  id: string
}

interface Listening {
  lastEventId: string | undefined
  signal: AbortSignal
  onEvent: (event: ServerEvent) => void
}

/**
 * Reads the member's events (`GET /api/events`) until the server ends the stream. Rejects with an ApiError when the call is
 * refused, and otherwise when the connection breaks or is silent for too long, or `signal` aborts.
 */
export async function readEvents({ lastEventId, signal, onEvent }: Listening): Promise<void> {
  const connection = new AbortController()
  const abort = () => connection.abort()
  signal.addEventListener('abort', abort)
  let silence = setTimeout(abort, maxSilenceMs)
  try {
    signal.throwIfAborted()
    const token = readToken()
    const response = await fetch(`${env.apiOrigin}/api/events`, {
      headers: {
        ...headersOf(token, undefined),
        Accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
      },
      cache: 'no-store',
      // It stays open: whatever the screen asks for goes first, and tools that wait for a page's important calls do not wait for it.
      priority: 'low',
      redirect: 'error',
      credentials: env.apiOrigin ? 'omit' : 'same-origin',
      signal: connection.signal,
    })
    const { ok, status, body } = response
    if (!ok || !body) {
      const { message, code } = messageIn(parseJson(await response.text()))
      throw new ApiError('refused', { code, text: message, status, formerSession: token !== readToken() })
    }
    const parser = createParser({
      onEvent: ({ event = '', id = '' }) => onEvent({ event, id }),
    })
    const reader = body.getReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(silence)
      silence = setTimeout(abort, maxSilenceMs)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', abort)
  }
}
