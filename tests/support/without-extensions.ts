import { readdirSync } from 'node:fs'
import type { Call } from '../../src/api/contract/call.ts'
import { isRequestOf, type RequestsOf } from './addresses-of.ts'
import type { Middleware, ProxyRequest, ProxyResponse } from './fault-proxy.ts'

const contract = new URL('../../src/api/contract/', import.meta.url)
const modules: object[] = await Promise.all(
  readdirSync(contract)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => import(new URL(file, contract).href)),
)
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
/** All calls of the contract. */
export const contractCalls = modules.flatMap((nouns) => Object.values(nouns)).filter(isCall)

/** The calls that a backend without extensions does not have. */
export const extensionCalls: RequestsOf[] = [
  ...contractCalls.filter(({ extension }) => extension !== undefined),
  // A stream, which the contract of calls cannot describe.
  { method: 'GET', path: '/api/events' },
]

/** The parts of a schema that can contain additions (`addition` in src/api/contract/fields.ts). */
interface Shape {
  isAddition?: boolean
  entries?: Record<string, Shape>
  item?: Shape
  wrapped?: Shape
  options?: Shape[]
}

/** The value without the fields that the schema marks as additions of ours. */
function withoutAdditions(shape: Shape, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { entries, item, wrapped, options } = shape
  if (wrapped) return withoutAdditions(wrapped, value)
  if (options) return options.reduce<unknown>((left, option) => withoutAdditions(option, left), value)
  if (Array.isArray(value)) return item ? value.map((one) => withoutAdditions(item, one)) : value
  const fields = Object.entries(value).filter(([name]) => entries?.[name]?.isAddition !== true)
  return Object.fromEntries(
    fields.map(([name, part]) => {
      const field = entries?.[name]
      return [name, field ? withoutAdditions(field, part) : part]
    }),
  )
}

function requestBody({ body, extensionFields = {} }: Call, sent: object): unknown {
  const known = Object.entries(sent).filter(([name]) => !(name in extensionFields))
  return body ? withoutAdditions(body as Shape, Object.fromEntries(known)) : sent
}

/** All that a refusal tells beside its code is an addition. */
const refusal = ({ message }: { message?: unknown }) => ({ message })

function changed(body: Buffer, change: (read: never) => unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as never)))
  } catch {
    return body
  }
}

const isJson = (headers: ProxyResponse['headers']) => (headers['content-type'] ?? '').includes('json')

/**
 * Makes the real backend behave like one without extensions: it announces none, has none of their calls, ignores idempotency
 * keys and unknown fields, and replies without additions.
 */
export const withoutExtensions: Middleware = async (request, pass) => {
  const path = new URL(request.url, 'http://backend').pathname
  if (!path.startsWith('/api/')) return pass(request)
  const isAsked = (one: RequestsOf) => isRequestOf(one, request.method, path)
  if (extensionCalls.some(isAsked)) {
    const body = Buffer.from('{"message":"Not Found"}')
    return { status: 404, headers: headersFor(body, { 'content-type': 'application/json' }), body }
  }
  const call = contractCalls.find(isAsked)
  const { status, headers, body } = await pass(requestWithoutExtensions(request, call))
  const { 'x-api-extensions': _, 'access-control-expose-headers': __, ...known } = headers
  if (!isJson(headers) || !call) return { status, headers: known, body }
  const shape = call.reply as Shape
  const reply = changed(body, status < 400 ? (read) => withoutAdditions(shape, read) : refusal)
  return { status, headers: headersFor(reply, known), body: reply }
}

function requestWithoutExtensions(request: ProxyRequest, call: Call | undefined): ProxyRequest {
  const { 'idempotency-key': _, 'accept-encoding': __, ...headers } = request.headers
  if (!isJson(headers) || !call) return { ...request, headers }
  const body = changed(request.body, (sent) => requestBody(call, sent))
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
    const changedBody = Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as never)))
    response.writeHead(status, headersFor(changedBody, headers)).end(changedBody)
  }
