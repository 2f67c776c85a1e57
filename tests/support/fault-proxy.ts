import { createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isRequestOf, type RequestsOf } from './addresses-of.ts'

/** The server's response with its whole body. */
export interface ProxyResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Handles a request in place of the proxy. `pass` sends it to the server. */
export type Fault = (response: ServerResponse, pass: () => Promise<ProxyResponse>) => Promise<void> | void

/** A request with its whole body. */
export interface ProxyRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Responds in place of the server, with or without asking it. */
export type Middleware = (
  request: ProxyRequest,
  pass: (request: ProxyRequest) => Promise<ProxyResponse>,
) => Promise<ProxyResponse>

/** The requests of one call, or, where a test means several, all whose path matches. */
type Requests = RequestsOf | RegExp

interface Rule {
  isFor: (method: string | undefined, path: string) => boolean
  fault: Fault
  /** Callbacks waiting for the next request that matches. */
  waiting: (() => void)[]
}

/** An HTTP proxy in front of the server, on its own port, that injects faults on request. */
export interface FaultProxy {
  origin: string
  /** From now on these requests have this fault; `next` waits for the next one. */
  inject(requests: Requests, fault: Fault): { next(): Promise<void> }
  /** The number of these requests so far. */
  count(requests: Requests): number
  /** Removes all faults, and breaks the requests that are still withheld. */
  clear(): void
  /** Closes the connections to the server's events. */
  closeSockets(): void
  close(): Promise<void>
}

const matcherOf = (requests: Requests) => (method: string | undefined, path: string) =>
  requests instanceof RegExp ? requests.test(path) : isRequestOf(requests, method, path)

const send = (response: ServerResponse, { status, headers, body }: ProxyResponse) =>
  response.writeHead(status, headers).end(body)

/** The server executes the request, and the connection breaks before the response. */
export const loseResponse: Fault = async (response, pass) => {
  await pass()
  response.destroy()
}

/** The connection breaks before the request reaches the server. */
export const loseRequest: Fault = (response) => void response.destroy()

/** The server executes the request, and no response comes. */
export const withholdResponse: Fault = async (_, pass) => void (await pass())

/** The request neither reaches the server nor fails. */
export const withholdRequest: Fault = () => undefined

/** The request reaches the server twice, and is answered late. */
export const duplicateRequest: Fault = async (response, pass) => {
  await pass()
  const second = await pass()
  setTimeout(() => send(response, second), 300)
}

/** Each of these faults applies to one request, in turn; later requests are passed on. */
export function inTurn(faults: readonly Fault[]): Fault {
  const left = [...faults]
  return async (response, pass) => {
    const fault = left.shift()
    if (fault) await fault(response, pass)
    else send(response, await pass())
  }
}

/** Only the response headers arrive. */
export const headersOnly: Fault = async (response, pass) => {
  const { status, headers } = await pass()
  response.writeHead(status, headers).flushHeaders()
}

/** The connection breaks in the middle of the response body. */
export const truncateBody: Fault = async (response, pass) => {
  const { status, headers, body } = await pass()
  response.writeHead(status, headers).write(body.subarray(0, body.length / 2), () => response.destroy())
}

/** The response is complete, but its JSON is cut in half. */
export const malformJson: Fault = async (response, pass) => {
  const { headers, body, ...rest } = await pass()
  const half = body.subarray(0, body.length / 2)
  send(response, { ...rest, body: half, headers: { ...headers, 'content-length': String(half.length) } })
}

/** The whole response body arrives in many small chunks. */
export const sendSlowly: Fault = async (response, pass) => {
  const { status, headers, body } = await pass()
  response.writeHead(status, headers)
  for (let at = 0; at < body.length; at += Math.ceil(body.length / 20)) {
    response.write(body.subarray(at, at + Math.ceil(body.length / 20)))
    await new Promise(setImmediate)
  }
  response.end()
}

const portal = '<!doctype html><title>Welcome</title><p>Sign in to the network</p>'

/** A captive portal responds in place of the server. */
export const captivePortal =
  (status: 200 | 302 | 511): Fault =>
  (response) =>
    void response
      .writeHead(status, {
        'content-type': 'text/html',
        ...(status === 302 && { location: 'http://portal.invalid/welcome' }),
      })
      .end(portal)

/** Starts a proxy in front of the server on this port. With a middleware the server's events are not available. */
export async function startFaultProxy(port: number, middleware?: Middleware): Promise<FaultProxy> {
  let rules: Rule[] = []
  const seen: { method: string | undefined; path: string }[] = []
  const faulty = new Set<ServerResponse>()
  const sockets = new Set<Duplex>()
  const pathOf = ({ url = '/' }: IncomingMessage) => new URL(url, 'http://proxy').pathname

  const server = createServer((request, response) => {
    const path = pathOf(request)
    seen.push({ method: request.method, path })
    const sent = bodyOf(request)
    const pass = async () => {
      const { method = 'GET', url = '/', headers } = request
      const whole = { method, url, headers, body: await sent }
      const forward = (one: ProxyRequest) => forwardTo(port, one)
      return middleware ? middleware(whole, forward) : forward(whole)
    }
    const rule = rules.find(({ isFor }) => isFor(request.method, path))
    // Only what a fault holds is broken off later, not a file that the page happens to be loading.
    if (rule) faulty.add(response)
    response.on('close', () => faulty.delete(response))
    const handling = (async () => {
      if (rule) await rule.fault(response, pass)
      else send(response, await pass())
      rule?.waiting.splice(0).forEach((notify) => notify())
    })()
    // The server is down, so the request fails.
    handling.catch(() => response.destroy())
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (middleware) return void socket.destroy()
    const upstream: Socket = connect(port, '127.0.0.1', () => {
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n`)
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        upstream.write(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}\r\n`)
      upstream.write('\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    for (const end of [socket, upstream]) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        sockets.delete(end)
        upstream.destroy()
        socket.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const closeSockets = () => sockets.forEach((socket) => socket.destroy())
  const breakFaulty = () => faulty.forEach((response) => response.destroy())
  return {
    origin: `http://localhost:${address.port}`,
    inject(requests, fault) {
      const rule: Rule = { isFor: matcherOf(requests), fault, waiting: [] }
      rules = [rule, ...rules]
      return { next: () => new Promise((resolve) => rule.waiting.push(resolve)) }
    },
    count(requests) {
      const isCounted = matcherOf(requests)
      return seen.filter(({ method, path }) => isCounted(method, path)).length
    },
    clear() {
      rules = []
      breakFaulty()
    },
    closeSockets,
    async close() {
      breakFaulty()
      closeSockets()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function forwardTo(port: number, { method, url, headers, body }: ProxyRequest): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const read = async (response: IncomingMessage): Promise<ProxyResponse> => {
      const whole = await bodyOf(response)
      const forwarded = { ...response.headers, 'content-length': String(whole.length) }
      delete forwarded['transfer-encoding']
      delete forwarded.connection
      return { status: response.statusCode ?? 502, headers: forwarded, body: whole }
    }
    // Each request has its own connection: the server may close a kept one just as it is used again.
    const ownConnection = { agent: false, headers: { ...headers, connection: 'close' } }
    const target = { host: '127.0.0.1', port, method, path: url, ...ownConnection }
    const forwarded = sendRequest(target, (response) => {
      read(response).then(resolve, reject)
    })
    forwarded.on('error', reject)
    forwarded.end(body)
  })
}
