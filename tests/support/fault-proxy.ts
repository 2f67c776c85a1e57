import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** What the server answered, whole. */
export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** What the proxy does with a request. `pass` has the server do it. */
export type Fate = (response: ServerResponse, pass: () => Promise<Answer>) => Promise<void> | void

/** What is asked of the server, whole. */
export interface Request {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Answers in the server's place, by what the server says or without it. */
export type Between = (request: Request, pass: (request: Request) => Promise<Answer>) => Promise<Answer>

interface Rule {
  method: string
  path: RegExp
  fate: Fate
  /** Whoever waits for the next request that it meets. */
  met: (() => void)[]
}

/** An HTTP proxy in front of the server, on a port of its own, that injects the faults it is told to. */
export interface FaultProxy {
  origin: string
  /** From now on requests with this method and path fare so; gives what waits for the next of them. */
  meet(method: string, path: RegExp, fate: Fate): { next(): Promise<void> }
  /** How many requests with this method and path have come so far. */
  count(method: string, path: RegExp): number
  /** Requests fare well again; held ones are let go. */
  mend(): void
  /** Breaks what is open to the server's events. */
  cutSockets(): void
  close(): Promise<void>
}

const send = (response: ServerResponse, { status, headers, body }: Answer) =>
  response.writeHead(status, headers).end(body)

/** The server does it, and the answer never comes. */
export const cutAfter: Fate = async (response, pass) => {
  await pass()
  response.destroy()
}

/** It never reaches the server. */
export const cutBefore: Fate = (response) => void response.destroy()

/** The server does it, and the answer does not come as long as the line is so. */
export const silentAfter: Fate = async (_, pass) => void (await pass())

/** It stays on its way. */
export const held: Fate = () => undefined

/** It reaches the server twice, and is answered late. */
export const doubled: Fate = async (response, pass) => {
  await pass()
  const answer = await pass()
  setTimeout(() => send(response, answer), 300)
}

/** Each of these befalls one request, in turn; those after them fare well. */
export function inTurn(fates: readonly Fate[]): Fate {
  const left = [...fates]
  return async (response, pass) => {
    const fate = left.shift()
    if (fate) await fate(response, pass)
    else send(response, await pass())
  }
}

/** The head of the answer comes, and nothing after it. */
export const headAlone: Fate = async (response, pass) => {
  const { status, headers } = await pass()
  response.writeHead(status, headers).flushHeaders()
}

/** The answer breaks off in the middle of what its head promised. */
export const truncated: Fate = async (response, pass) => {
  const { status, headers, body } = await pass()
  response.writeHead(status, headers).write(body.subarray(0, body.length / 2), () => response.destroy())
}

/** Half of the JSON comes as if it were all of it. */
export const halved: Fate = async (response, pass) => {
  const { headers, body, ...answer } = await pass()
  const half = body.subarray(0, body.length / 2)
  send(response, { ...answer, body: half, headers: { ...headers, 'content-length': String(half.length) } })
}

/** It comes byte by byte, and whole. */
export const dripping: Fate = async (response, pass) => {
  const { status, headers, body } = await pass()
  response.writeHead(status, headers)
  for (let at = 0; at < body.length; at += Math.ceil(body.length / 20)) {
    response.write(body.subarray(at, at + Math.ceil(body.length / 20)))
    await new Promise(setImmediate)
  }
  response.end()
}

const portal = '<!doctype html><title>Welcome</title><p>Sign in to the network</p>'

/** A network in between answers in the server's place. */
export const captive =
  (status: 200 | 302 | 511): Fate =>
  (response) =>
    void response
      .writeHead(status, {
        'content-type': 'text/html',
        ...(status === 302 && { location: 'http://portal.invalid/welcome' }),
      })
      .end(portal)

/** Starts a proxy in front of the server on this port. With `between` the server's events are not to be had. */
export async function startFaultProxy(port: number, between?: Between): Promise<FaultProxy> {
  let rules: Rule[] = []
  const seen: string[] = []
  const waiting = new Set<ServerResponse>()
  const sockets = new Set<Duplex>()
  const pathOf = ({ url = '/' }: IncomingMessage) => new URL(url, 'http://line').pathname

  const server = createServer((request, response) => {
    const path = pathOf(request)
    seen.push(`${request.method} ${path}`)
    const sent = bodyOf(request)
    const pass = async () => {
      const { method = 'GET', url = '/', headers } = request
      const whole = { method, url, headers, body: await sent }
      const ask = (asked: Request) => answerOf(port, asked)
      return between ? between(whole, ask) : ask(whole)
    }
    const rule = rules.find((one) => one.method === request.method && one.path.test(path))
    waiting.add(response)
    response.on('close', () => waiting.delete(response))
    const faring = (async () => {
      if (rule) await rule.fate(response, pass)
      else send(response, await pass())
      rule?.met.splice(0).forEach((tell) => tell())
    })()
    // The server is away: so is what was asked of it.
    faring.catch(() => response.destroy())
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (between) return void socket.destroy()
    const onward: Socket = connect(port, '127.0.0.1', () => {
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n`)
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        onward.write(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}\r\n`)
      onward.write('\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        sockets.delete(end)
        onward.destroy()
        socket.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const cutSockets = () => sockets.forEach((socket) => socket.destroy())
  const letGo = () => waiting.forEach((response) => response.destroy())
  return {
    origin: `http://localhost:${address.port}`,
    meet(method, path, fate) {
      const rule: Rule = { method, path, fate, met: [] }
      rules = [rule, ...rules]
      return { next: () => new Promise((resolve) => rule.met.push(resolve)) }
    },
    count: (method, path) =>
      seen.filter((line) => line.startsWith(`${method} `) && path.test(line.slice(method.length + 1))).length,
    mend() {
      rules = []
      letGo()
    },
    cutSockets,
    async close() {
      letGo()
      cutSockets()
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

function answerOf(port: number, { method, url, headers, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const take = async (answer: IncomingMessage): Promise<Answer> => {
      const whole = await bodyOf(answer)
      const kept = { ...answer.headers, 'content-length': String(whole.length) }
      delete kept['transfer-encoding']
      delete kept.connection
      return { status: answer.statusCode ?? 502, headers: kept, body: whole }
    }
    // A connection for each: one that was kept may be closed at the other end just when it is used again.
    const own = { agent: false, headers: { ...headers, connection: 'close' } }
    const asked = ask({ host: '127.0.0.1', port, method, path: url, ...own }, (answer) => {
      take(answer).then(resolve, reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
