import { connect, type Socket } from 'node:net'
import { quantile } from './bench.ts'

interface LoadResult {
  calls: number
  perSecond: number
  /** How long a call took, in ms. */
  p50: number
  p99: number
}

export interface HttpCall {
  method: string
  path: string
  token?: string
  key?: string
  body?: object
}

/**
 * Sends calls over this many connections for so many ms, each connection its next call after the answer to the one before.
 * Throws if a call is refused. Written on bare sockets: the client shares the machine with what it measures.
 */
export async function loadOverHttp(
  port: number,
  { clients, ms }: { clients: number; ms: number },
  next: (client: number, count: number) => HttpCall,
): Promise<LoadResult> {
  const times: number[] = []
  const start = performance.now()
  const runClient = async (client: number) => {
    const call = await openConnection(port)
    for (let count = 0; performance.now() - start < ms; count += 1) {
      const began = performance.now()
      await call(next(client, count))
      times.push(performance.now() - began)
    }
    call.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)))
  const seconds = (performance.now() - start) / 1000
  times.sort((one, other) => one - other)
  return {
    calls: times.length,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

async function openConnection(port: number) {
  const socket = connect({ port, host: 'localhost', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const call = async (what: HttpCall): Promise<void> => {
    socket.write(requestOf(what))
    const answer = await readAnswer(socket)
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`${what.method} ${what.path}: ${answer}`)
  }
  return Object.assign(call, { close: () => socket.destroy() })
}

function requestOf({ method, path, token, key, body }: HttpCall): string {
  const text = body ? JSON.stringify(body) : ''
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...(key ? [`Idempotency-Key: ${key}`] : []),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const stop = () => socket.off('data', onData).off('error', onEnd).off('close', onEnd)
    const onEnd = () => {
      stop()
      reject(new Error('The server closed the connection'))
    }
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /^content-length: (\d+)/imu.exec(received.toString('latin1', 0, end))?.[1]
      if (length === undefined) {
        stop()
        reject(new Error(`An answer without a length: ${received.toString()}`))
      } else if (received.length >= end + 4 + Number(length)) {
        stop()
        resolve(received.toString())
      }
    }
    socket.on('data', onData).on('error', onEnd).on('close', onEnd)
  })
}
