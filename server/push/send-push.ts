import webPush from 'web-push'
import type { AppContext } from '../context.ts'
import { SECOND } from '../clock.ts'
import type { PushKeys } from '../push-keys.ts'

/** How long a push service may take, in ms. Shorter than the lease of a message. */
const SEND_TIMEOUT = 10 * SECOND

interface Push {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** What the app's worker reads. */
  payload: string
  /** How long the service keeps it for a device that cannot be reached, in seconds. */
  ttl: number
  urgency: 'normal' | 'high'
  /** A later message of the same topic replaces one that waits. At most 32 letters of base64url. */
  topic: string
}

type Sent =
  | { outcome: 'sent' }
  /** The device has ended the subscription, or its keys are not valid. */
  | { outcome: 'gone' }
  /** In ms, if the service says it. */
  | { outcome: 'later'; after: number | undefined; status: number | undefined }
  | { outcome: 'refused'; status: number }

/** Hands one encrypted message to a push service (RFC 8030). Follows no redirect. Never throws. */
export async function sendPush(
  { clock }: Pick<AppContext, 'clock'>,
  vapid: PushKeys,
  { endpoint, keys, payload, ttl, urgency, topic }: Push,
): Promise<Sent> {
  let details: webPush.RequestDetails
  try {
    const options = { vapidDetails: vapid, TTL: ttl, urgency, topic, contentEncoding: 'aes128gcm' } as const
    details = webPush.generateRequestDetails({ endpoint, keys }, payload, options)
  } catch {
    // A point that is not on the curve: nobody can ever read it.
    return { outcome: 'gone' }
  }
  try {
    const { body, headers } = details
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: body && new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(SEND_TIMEOUT),
    })
    // What the service says besides is not read, however long it is.
    await response.body?.cancel()
    const { ok, status } = response
    if (ok) return { outcome: 'sent' }
    if (status === 404 || status === 410) return { outcome: 'gone' }
    if (status === 429 || status >= 500)
      return { outcome: 'later', after: retryAfter(response.headers.get('retry-after'), clock.now()), status }
    return { outcome: 'refused', status }
  } catch {
    return { outcome: 'later', after: undefined, status: undefined }
  }
}

/** Seconds, or a date. */
function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/u.test(header) ? Number(header) * SECOND : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
