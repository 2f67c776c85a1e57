import * as account from '../../src/api/contract/account.ts'
import * as operation from '../../src/api/contract/operation.ts'
import * as activity from '../../src/api/contract/activity.ts'
import type { Call } from '../../src/api/contract/call.ts'
import * as chat from '../../src/api/contract/chat.ts'
import * as login from '../../src/api/contract/login.ts'
import * as session from '../../src/api/contract/session.ts'
import * as statement from '../../src/api/contract/statement.ts'
import * as statementFigures from '../../src/api/contract/statement-figures.ts'
import type { Middleware, ProxyRequest, ProxyResponse } from './fault-proxy.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const calls = [account, operation, activity, chat, login, session, statement, statementFigures].flatMap(
  (nouns) => Object.values(nouns).filter(isCall),
)
const pathPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/\/:\w+(\??)/gu, (_, optional: string) => `(?:/[^/]+)${optional}`)}$`, 'u')

/** The calls that a backend without extensions does not have. */
export const extensionCalls = [
  ...calls
    .filter(({ extension }) => extension !== undefined)
    .map(({ method, path }) => ({ method, path: pathPattern(path) })),
  { method: 'GET', path: /^\/api\/events$/u },
]

/** Extension fields of some requests whose names are contract fields elsewhere. */
const requestFieldsOf: Record<string, readonly string[]> = { '/api/statement': ['from', 'until', 'type'] }
const elsewhere = new Set(Object.values(requestFieldsOf).flat())
/** The extension fields of requests and replies, by name in every call. */
const extensionFields = new Set(
  [
    calls
      .flatMap(({ extensionFields: fields = {} }) => Object.keys(fields))
      .filter((name) => !elsewhere.has(name)),
    ['closed', 'toPlay', 'cursor', 'channel', 'balanceAfter', 'creditedAt', 'expiresAt', 'qrMaximum'],
    ['fee', 'fromEnding', 'toEnding'],
    ['maxPending', 'seq', 'unread', 'readSeq', 'before', 'after', 'reason'],
  ].flat(),
)
/** Extension fields of some calls whose names are contract fields elsewhere. */
const extensionFieldsOf: Record<string, readonly string[]> = {
  '/api/bonus': ['name'],
  '/api/statement': ['reference', 'note'],
}
/** `otpToken` is a contract field in these calls. */
const otpPaths = /^\/api\/otp\//u

function removeExtensionFields(body: Buffer, path: string, also = extensionFieldsOf[path] ?? []): Buffer {
  const isExtension = (name: string) =>
    also.includes(name) || (extensionFields.has(name) && !(name === 'otpToken' && otpPaths.test(path)))
  try {
    const read: unknown = JSON.parse(body.toString(), (name, value: unknown) =>
      isExtension(name) ? undefined : value,
    )
    return Buffer.from(JSON.stringify(read))
  } catch {
    return body
  }
}

const isJson = (headers: ProxyResponse['headers']) => (headers['content-type'] ?? '').includes('json')

/**
 * Makes the real backend behave like one without extensions: it announces none, has none of their calls, ignores idempotency
 * keys and unknown fields, and replies without extension fields.
 */
export const withoutExtensions: Middleware = async (request, pass) => {
  const path = new URL(request.url, 'http://backend').pathname
  if (!path.startsWith('/api/')) return pass(request)
  if (extensionCalls.some((one) => one.method === request.method && one.path.test(path))) {
    const body = Buffer.from('{"message":"Not Found"}')
    return { status: 404, headers: headersFor(body, { 'content-type': 'application/json' }), body }
  }
  const { status, headers, body } = await pass(requestWithoutExtensions(request, path))
  const { 'x-api-extensions': _, 'access-control-expose-headers': __, ...known } = headers
  if (!isJson(headers)) return { status, headers: known, body }
  const reply = removeExtensionFields(body, path)
  return { status, headers: headersFor(reply, known), body: reply }
}

function requestWithoutExtensions(request: ProxyRequest, path: string): ProxyRequest {
  const { 'idempotency-key': _, 'accept-encoding': __, ...headers } = request.headers
  if (!isJson(headers)) return { ...request, headers }
  const body = removeExtensionFields(request.body, path, requestFieldsOf[path])
  return { ...request, headers: headersFor(body, headers), body }
}

const headersFor = (body: Buffer, headers: ProxyResponse['headers']) => ({
  ...headers,
  'content-length': String(body.length),
})

/** A fault that changes the JSON of the response. */
export const changeJson =
  (change: (reply: never) => unknown) =>
  async (
    response: {
      writeHead: (status: number, headers: ProxyResponse['headers']) => { end: (body: Buffer) => unknown }
    },
    pass: () => Promise<ProxyResponse>,
  ) => {
    const { status, headers, body } = await pass()
    const changed = Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as never)))
    response.writeHead(status, headersFor(changed, headers)).end(changed)
  }
