import { env } from '#lib/env.ts'
import type { ReadyRequest } from '#lib/outbox/outbox-names.ts'
import { addressOf, bodyOf, headersOf } from './client.ts'
import type { Call } from './contract/call.ts'
import { readToken, tokenArea } from './token.ts'

/**
 * What `request` would send, for the worker, which cannot read the session. Undefined unless the member stays logged in: a session
 * that ends with its tab is written nowhere else, and a guest has none. A call with a file needs no body.
 */
export function readyRequest(
  call: Call,
  { key, body }: { key?: string; body?: Record<string, unknown> },
): ReadyRequest | undefined {
  // Another site's backend is left to the page, which knows how it is reached.
  if (tokenArea() !== 'local' || env.apiOrigin) return undefined
  const headers = headersOf(readToken(), key)
  const url = addressOf(call)
  if (call.upload) return { url, headers }
  return {
    url,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(bodyOf(call, body)),
  }
}
