import * as v from 'valibot'
import { noteServerDate } from '#lib/clock.ts'
import { env } from '#lib/env.ts'
import { nextPaint } from '#lib/next-paint.ts'
import { noteReach, noteWaiting } from '#lib/reachability.ts'
import { ApiError } from './api-error.ts'
import type { Body, Call, PathParams, Reply } from './contract/call.ts'
import { startDeadline } from './deadline.ts'
import { dropEarlyAnswer, takeEarlyAnswer } from './early-answer.ts'
import { isPage, isTurnedAway } from './foreign-answer.ts'
import { report } from './report.ts'
import { readToken } from './token.ts'

const timeoutMs = 60_000
const uploadTimeoutMs = 300_000
/** As a part of its time: so long a call may take before it is told that it does. */
const patience = 1 / 12

type OwnParams<C extends Call> = [keyof PathParams<C>] extends [never]
  ? { params?: undefined }
  : { params: PathParams<C> }
type OwnBody<C extends Call> = C extends { upload: true }
  ? { file: Blob }
  : C extends { body: object }
    ? { body: Body<C> }
    : { body?: undefined }

/** What a call takes: its path's parameters, and its body or file. Money in baht, as on the wire. */
export type Input<C extends Call> = OwnParams<C> & OwnBody<C>

interface Sending {
  signal?: AbortSignal
  /** The act's key, the same for every retry of one act. Not sent to a backend that does not know keys. */
  key?: string
  /** In place of `fetch`, for what fetch cannot do. */
  send?: (address: string, init: RequestInit) => Promise<Response>
}

interface Outgoing extends Sending {
  params?: Record<string, string | undefined>
  body?: unknown
  file?: Blob
}

/**
 * Performs a call of the contract and gives its checked reply. Throws an ApiError, or `signal`'s reason when that aborts.
 * Never repeats anything by itself.
 */
export async function request<C extends Call>(call: C, input: Input<C> & Sending): Promise<Reply<C>> {
  const outgoing: Outgoing = input
  if (call.changes && 'navigator' in globalThis && !navigator.onLine)
    throw new ApiError('offline', { code: 'OFFLINE', sent: false })
  const token = readToken()
  const { ok, status, body } = await exchange(call, outgoing, token)
  // What was asked for somebody who has left meanwhile is for nobody who is here now.
  if (call.access === 'member' && !call.changes && token !== readToken())
    throw new ApiError('refused', { code: 'UNAUTHORIZED', status, formerSession: true })
  if (!ok) throw refusal(call, status, body, token)
  const reply = v.safeParse(call.reply, body)
  if (reply.success) return reply.output
  throw broken(call, status, v.getDotPath(reply.issues[0]) ?? 'the whole body')
}

/** The address of a call, each parameter encoded; an optional one that is missing is left out with its slash. */
export function addressOf(call: Call, params: Record<string, string | undefined> = {}): string {
  const path = call.path.replaceAll(/\/:(\w+)(\??)/gu, (_, name: string, optional: string) => {
    const value = params[name]
    if (value) return `/${encodeURIComponent(value)}`
    if (optional) return ''
    throw new TypeError(`${call.id} needs ${name}`)
  })
  return env.apiOrigin + path
}

/** The service worker answers these from its cache too, which says nothing of the network or the time. */
function mayComeFromWorker(call: Call): boolean {
  return call.path.startsWith('/api/lookup/') && call.access === 'anyone' && call.id !== 'lookupActive'
}

/** Somebody has confirmed something and waits for it. The rest the app asks by itself, and the chat says how it fares. */
function isTapped({ changes, method, access, path }: Call): boolean {
  return !path.startsWith('/api/chat/') && (changes || (method === 'POST' && access === 'anyone'))
}

interface Answer {
  ok: boolean
  status: number
  /** Undefined where it was no JSON. */
  body: unknown
}

async function exchange(call: Call, outgoing: Outgoing, token: string | undefined): Promise<Answer> {
  const address = addressOf(call, outgoing.params)
  const ms = call.upload ? uploadTimeoutMs : timeoutMs
  const deadline = startDeadline(ms, outgoing.signal)
  const endWaiting = noteWaiting(ms * patience, isTapped(call))
  let sentAt = Date.now()
  let sent = true
  try {
    if (call.changes) dropEarlyAnswer()
    const early = call.method === 'GET' ? takeEarlyAnswer(address, token, deadline.signal) : undefined
    // What can be called off is what a screen asks for by itself: it is asked once the screen is seen.
    if (outgoing.signal && !call.changes && !early) await nextPaint()
    sentAt = Date.now()
    const send = outgoing.send ?? fetch
    const response = await (early ??
      send(address, {
        method: call.method,
        headers: headersOf(outgoing, token),
        body: bodyOf(outgoing),
        signal: deadline.signal,
        credentials: env.apiOrigin ? 'omit' : 'same-origin',
        cache: call.changes || call.access === 'member' ? 'no-store' : 'default',
        redirect: 'manual',
      }))
    sent = !isTurnedAway(response)
    if (!sent) throw new TypeError('Turned away')
    const receivedAt = Date.now()
    const text = await response.text()
    if (isPage(response, text)) throw new TypeError('A page of a network in between')
    if (!mayComeFromWorker(call)) {
      // An early answer was asked for some time after the page began.
      const askedAt = early ? receivedAt - performance.now() : sentAt
      noteServerDate(response.headers.get('Date'), askedAt, receivedAt)
      noteReach('reached', receivedAt - sentAt)
    }
    return { ok: response.ok, status: response.status, body: parsed(text) }
  } catch (error) {
    if (outgoing.signal?.aborted) throw error
    noteReach('lost', Date.now() - sentAt)
    throw deadline.passed()
      ? new ApiError('timeout', { code: 'TIMEOUT' })
      : new ApiError('offline', { code: 'OFFLINE', sent })
  } finally {
    deadline.end()
    endWaiting()
  }
}

function headersOf({ body, key }: Outgoing, token: string | undefined): Headers {
  const headers = new Headers({ Accept: 'application/json', 'X-Requester-Type': 'WALLET_USER' })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (key && env.apiExtensions) headers.set('Idempotency-Key', key)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return headers
}

function bodyOf({ body, file }: Outgoing): BodyInit | undefined {
  if (!file) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  form.append('file', file)
  return form
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = v.object({ message: v.pipe(v.string(), v.nonEmpty()) })

function refusal(call: Call, status: number, body: unknown, token: string | undefined): ApiError {
  const read = v.safeParse(failure, body)
  if (!read.success) return broken(call, status, 'message')
  const { message } = read.output
  const code = message.toUpperCase() === 'GONE' ? 'GONE' : message
  return new ApiError('refused', { code, text: message, status, formerSession: token !== readToken() })
}

function broken(call: Call, status: number, where: string): ApiError {
  report({ what: 'broken reply', where: `${call.id} ${where}`, detail: `status ${status}` })
  return new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR', status })
}
