import { ofetch, type FetchOptions } from 'ofetch'
import * as v from 'valibot'
import { noteServerDate } from '#lib/dates/clock.ts'
import { env } from '#lib/env.ts'
import { isGone } from '#lib/network/is-gone.ts'
import { parseJson } from '#lib/parse-json.ts'
import { publicLookups } from '#lib/network/public-lookups.ts'
import { recordCall, watchSlowCall } from '#lib/network/reachability.ts'
import { ApiError } from './api-error.ts'
import { isCaptivePortal, isCaptivePortalPage } from './captive-portal.ts'
import type { Body, Call, PathParams, Reply } from './contract/call.ts'
import { encodeMoney } from './contract/money.ts'
import { dropEarlyAnswers, takeEarlyAnswer } from './early-answer.ts'
import { announcedSoFar, hasExtension, noteExtensions } from '#lib/network/api-extensions.ts'
import { requesterHeader } from '#lib/network/requester.ts'
import type { Fetch } from './fetch-with-upload-progress.ts'
import { readToken } from './token.ts'

const timeoutMs = 60_000
const uploadTimeoutMs = 300_000
/** The share of its timeout after which a call counts as slow. */
const waitingShare = 1 / 12

type OwnParams<C extends Call> = [keyof PathParams<C>] extends [never]
  ? { params?: undefined }
  : { params: PathParams<C> }
type OwnBody<C extends Call> = C extends { upload: number }
  ? { file: Blob }
  : C extends { body: object }
    ? { body: Body<C> }
    : { body?: undefined }

/** What a call takes: its path's parameters, and its body or file. Money in satang. */
export type Input<C extends Call> = OwnParams<C> & OwnBody<C>

interface Sending {
  signal?: AbortSignal
  /** The operation's key, the same for every retry of one operation. Not sent to a backend that does not know keys. */
  key?: string
  /** In place of the browser's, for what that cannot do. */
  fetch?: Fetch
}

interface Outgoing extends Sending {
  params?: Record<string, string | undefined>
  body?: Record<string, unknown>
  file?: Blob
}

/**
 * Performs a call of the contract and gives its checked reply. Throws an ApiError, or `signal`'s reason when that aborts.
 * Never repeats anything by itself.
 */
export async function request<C extends Call>(call: C, input: Input<C> & Sending): Promise<Reply<C>> {
  const { params, body, file, key, signal, fetch }: Outgoing = input
  const token = readToken()
  // What the screens of an ended session still ask for could only be refused.
  const isAllowed = call.access === 'anyone' || token
  if (!isAllowed || (call.extension && !hasExtension(call.extension)))
    throw new ApiError('refused', { code: isAllowed ? 'NOT_ANNOUNCED' : 'UNAUTHORIZED', sent: false })
  if ((call.changes || call.writes) && 'navigator' in globalThis && !navigator.onLine)
    throw new ApiError('offline', { code: 'OFFLINE', sent: false })
  const address = addressOf(call, params)
  const timeout = call.upload ? uploadTimeoutMs : timeoutMs
  const options: Options = {
    method: call.method,
    // Not set by an onRequest hook, which would be waited for: a sign-out is on its way before the page is left.
    headers: headersOf(token, key),
    body: file ? formOf(file) : bodyOf(call, body),
    cache: call.changes || call.access === 'member' ? 'no-store' : 'default',
    timeout,
    context: {
      call,
      token,
      signal,
      announced: announcedSoFar(),
      requestedAt: 0,
      sentAt: Date.now(),
      receivedAt: 0,
    },
  }
  const endWaiting = watchSlowCall(timeout * waitingShare, isTapped(call))
  const send = fetch ? client.create({}, { fetch: withWholeBody(fetch) }) : client
  const { status, _data: answer } = await send.raw(address, options).finally(endWaiting)
  const reply = v.safeParse(call.reply, answer)
  if (reply.success) return reply.output
  throw broken(call, status, v.getDotPath(reply.issues[0]) ?? 'the whole body')
}

export function headersOf(token: string | undefined, key: string | undefined): Record<string, string> {
  // In a frame of another site there is no cookie with the language.
  const language = globalThis.document?.documentElement.lang
  return {
    Accept: 'application/json',
    ...requesterHeader,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(language && { 'Accept-Language': language }),
    ...(key && hasExtension('keys') && { 'Idempotency-Key': key }),
  }
}

/** Whether a response has come that cannot be from the worker's cache. */
let hasServerResponse = false
/** Whether a response has announced the backend's extensions to this page. */
let isAnnounced = false

/** What the hooks know of a request. Moments by the phone's clock, in ms. */
interface RequestContext {
  call: Call
  token: string | undefined
  /** The caller's signal. ofetch sets no timeout for a request with its own signal. */
  signal?: AbortSignal
  requestedAt: number
  sentAt: number
  receivedAt: number
  /** What the backend had announced when the request was sent. */
  announced: string
}

interface Options extends FetchOptions<'text'> {
  context: RequestContext
}

const contextOf = (options: object) => (options as Options).context

const client = ofetch.create(
  {
    // Some GETs change state: nothing is ever sent twice.
    retry: 0,
    responseType: 'text',
    redirect: 'manual',
    credentials: env.apiOrigin ? 'omit' : 'same-origin',
    onRequestError({ options }) {
      const context = contextOf(options)
      context.signal?.throwIfAborted()
      // The signal here is the one of ofetch's time limit.
      if (options.signal?.aborted) throw callFailed(context, new ApiError('timeout', { code: 'TIMEOUT' }))
      throw callFailed(context, new ApiError('offline', { code: 'OFFLINE' }))
    },
    onResponse({ options, response }) {
      const context = contextOf(options)
      const { call, token, requestedAt, sentAt, receivedAt } = context
      const { ok, status } = response
      const text = String(response._data ?? '')
      // A page with a good status does not show whether the request arrived; with a 511 or a redirect it did not.
      if (isCaptivePortal(response) || isCaptivePortalPage(response, text))
        throw callFailed(context, new ApiError('offline', { code: 'OFFLINE', sent: ok }))
      const body = parseJson(text)
      const announced = response.headers.get('X-Api-Extensions')
      // The worker's cache says nothing of the network or the time.
      if (publicLookups.includes(call.path)) {
        // On a first visit the registration makes no other call before the member submits something.
        if (announced !== null && !hasServerResponse) noteExtensions(announced, context.announced)
      } else {
        // The backend answers failures in JSON. Anything else comes from a gateway in front of it, whose clock is not the server's.
        const isDown = status > 501 && body === undefined
        if (!isDown) noteServerDate(response.headers.get('Date'), requestedAt, receivedAt)
        hasServerResponse ||= !isDown
        recordCall(isDown ? 'down' : 'answered', receivedAt - sentAt, sentAt, isProbe(call))
        isAnnounced ||= announced !== null
        // A first response without the header withdraws an earlier visit's extensions; a later one came from something in between.
        if (announced !== null || (ok && !isAnnounced)) noteExtensions(announced ?? '', context.announced)
      }
      // The response to a call of a member who has left meanwhile is discarded.
      const formerSession = token !== readToken()
      if (call.access === 'member' && !call.changes && formerSession)
        throw new ApiError('refused', { code: 'UNAUTHORIZED', status, formerSession })
      const { message, code } = messageIn(body)
      if (ok && code !== 'GONE') return void (response._data = body)
      if (!code) throw broken(call, status, 'message')
      throw new ApiError('refused', { code, text: message, body, status, formerSession })
    },
  },
  { fetch: withWholeBody((address, init) => fetch(address, init)) },
)

/** Answers once the body is here too: ofetch's time limit ends with the answer, and a body may never come. */
function withWholeBody(fetch: Fetch): typeof globalThis.fetch {
  return async (request, init = {}) => {
    const address = request as string
    const context = contextOf(init)
    const { call, token } = context
    const signal = firstOf(context.signal, init.signal)
    if (call.changes) dropEarlyAnswers()
    const early = call.method === 'GET' ? takeEarlyAnswer(address, token, signal) : undefined
    context.sentAt = Date.now()
    const response = await (early ?? fetch(address, { ...init, signal }))
    context.receivedAt = Date.now()
    // An early answer was asked for some time after the page began.
    context.requestedAt = early ? context.receivedAt - performance.now() : context.sentAt
    if (isCaptivePortal(response)) return new Response(null, { status: 511 })
    const { status, headers } = response
    return new Response((await response.text()) || null, { status, headers })
  }
}

/** Aborts with either. `AbortSignal.any` is missing on iPhones that end at iOS 16, where every call would fail. */
function firstOf(...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  const controller = new AbortController()
  for (const one of signals) {
    const follow = () => controller.abort(one?.reason)
    if (one?.aborted) follow()
    one?.addEventListener('abort', follow, { signal: controller.signal })
  }
  return controller.signal
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

/** True for calls that a member waits for after a tap. Background calls do not count; the chat shows its own status. */
function isTapped({ changes, method, access, path }: Call): boolean {
  return !path.startsWith('/api/chat/') && (changes || (method === 'POST' && access === 'anyone'))
}

/** The body as this backend reads it. */
export function bodyOf(call: Call, body: Outgoing['body']): Outgoing['body'] {
  if (!call.body) return undefined
  const { extensionFields = {} } = call
  const known = { ...body }
  for (const [field, extension] of Object.entries(extensionFields))
    if (!hasExtension(extension)) delete known[field]
  return encodeMoney(call.body, known) as typeof body
}

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** The call that every site answers, with little, and that no cache answers in its place. */
const isProbe = ({ path }: Call) => path === '/api/lookup/active'

function callFailed({ call, sentAt }: RequestContext, error: ApiError): ApiError {
  recordCall('offline', Date.now() - sentAt, sentAt, isProbe(call))
  return error
}

const failure = v.object({ message: v.string() })

/** What the backend says in a failure's body, and the code that this is; both '' if the body is not the backend's. */
export function messageIn(body: unknown): { message: string; code: string } {
  const message = v.is(failure, body) ? body.message : ''
  return { message, code: isGone(message) ? 'GONE' : message }
}

/** `where`: the path of the first wrong field. It is logged for developers; the member sees that something failed. */
function broken(call: Call, status: number, where: string): ApiError {
  // oxlint-disable-next-line no-console -- the contract wants it logged
  console.error(`Broken reply ${status}: ${call.id} ${where}`)
  return new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR', status })
}
