import * as account from '../../src/api/contract/account.ts'
import * as operation from '../../src/api/contract/operation.ts'
import * as activity from '../../src/api/contract/activity.ts'
import type { Call } from '../../src/api/contract/call.ts'
import * as chat from '../../src/api/contract/chat.ts'
import * as login from '../../src/api/contract/login.ts'
import * as session from '../../src/api/contract/session.ts'
import * as statement from '../../src/api/contract/statement.ts'
import type { Answer, Between, Request } from './fault-proxy.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const calls = [account, operation, activity, chat, login, session, statement].flatMap((nouns) =>
  Object.values(nouns).filter(isCall),
)
const pathPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/\/:\w+(\??)/gu, (_, optional: string) => `(?:/[^/]+)${optional}`)}$`, 'u')

/** The calls that a backend of the contract alone does not have. */
export const addedCalls = [
  ...calls
    .filter(({ extension }) => extension !== undefined)
    .map(({ method, path }) => ({ method, path: pathPattern(path) })),
  { method: 'GET', path: /^\/api\/events$/u },
]

/** What the contract marks as an addition in bodies and replies, wherever it stands, and where another has its name. */
const addedFields = new Set(
  [
    calls.flatMap(({ extensionFields = {} }) => Object.keys(extensionFields)),
    ['closed', 'toPlay', 'cursor', 'channel', 'balanceAfter', 'creditedAt', 'expiresAt', 'qrMaximum'],
    ['maxPending', 'seq', 'unread', 'readSeq', 'before', 'after', 'reason'],
  ].flat(),
)
const addedThere: Record<string, readonly string[]> = {
  '/api/bonus': ['name'],
  '/api/statement': ['reference', 'note'],
}
/** They are of the contract in these calls. */
const knownThere = /^\/api\/otp\//u

function withoutAdditions(body: Buffer, path: string): Buffer {
  const also = addedThere[path] ?? []
  const isAdded = (name: string) =>
    also.includes(name) || (addedFields.has(name) && !(name === 'otpToken' && knownThere.test(path)))
  try {
    const read: unknown = JSON.parse(body.toString(), (name, value: unknown) =>
      isAdded(name) ? undefined : value,
    )
    return Buffer.from(JSON.stringify(read))
  } catch {
    return body
  }
}

const isJson = (headers: Answer['headers']) => (headers['content-type'] ?? '').includes('json')

/**
 * Makes the real backend one that knows the contract without its additions: it announces none, has none of their calls, ignores
 * keys and the fields that it does not know, and says none of them.
 */
export const contractAlone: Between = async (request, pass) => {
  const path = new URL(request.url, 'http://backend').pathname
  if (!path.startsWith('/api/')) return pass(request)
  if (addedCalls.some((one) => one.method === request.method && one.path.test(path))) {
    const body = Buffer.from('{"message":"Not Found"}')
    return { status: 404, headers: headersFor(body, { 'content-type': 'application/json' }), body }
  }
  const { status, headers, body } = await pass(plain(request, path))
  const { 'x-api-extensions': _, 'access-control-expose-headers': __, ...known } = headers
  if (!isJson(headers)) return { status, headers: known, body }
  const said = withoutAdditions(body, path)
  return { status, headers: headersFor(said, known), body: said }
}

function plain(request: Request, path: string): Request {
  const { 'idempotency-key': _, 'accept-encoding': __, ...headers } = request.headers
  if (!isJson(headers)) return { ...request, headers }
  const body = withoutAdditions(request.body, path)
  return { ...request, headers: headersFor(body, headers), body }
}

const headersFor = (body: Buffer, headers: Answer['headers']) => ({
  ...headers,
  'content-length': String(body.length),
})

/** A fate of the answer to one call: its JSON, changed. */
export const saying =
  (change: (said: never) => unknown) =>
  async (
    response: {
      writeHead: (status: number, headers: Answer['headers']) => { end: (body: Buffer) => unknown }
    },
    pass: () => Promise<Answer>,
  ) => {
    const { status, headers, body } = await pass()
    const said = Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as never)))
    response.writeHead(status, headersFor(said, headers)).end(said)
  }
