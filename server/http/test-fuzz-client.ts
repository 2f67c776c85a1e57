import { Agent, request } from 'node:http'
import type { Body, FuzzedCall, Part } from './test-fuzz-calls.ts'
import type { SeenValues } from './test-fuzz-values.ts'

export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

export interface Answer {
  status: number
  type: string
  location: string
  text: string
}

const agent = new Agent({ keepAlive: true })

/** The call as it is sent, with values from the server's replies filled in. */
export function fillIn(
  { operation, method, params, body, token, key, headers }: FuzzedCall,
  seen: SeenValues,
  tokens: readonly string[],
): Sent {
  const given = Object.fromEntries(operation.params.map((name, at) => [name, params[at] ?? '']))
  const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = given[name] ?? ''
    return encode(typeof value === 'string' ? value : seen.pick(value))
  })
  const { type, bytes } = writeBody(body, seen)
  const used = { seen: 'Idempotency-Key', at: 0 }
  const wire: Record<string, string> = { ...(type !== undefined && { 'Content-Type': type }) }
  if (token !== undefined)
    wire['Authorization'] = `Bearer ${typeof token === 'number' ? tokens[token] : token}`
  if (key !== undefined)
    wire['Idempotency-Key'] = key === 'new' ? crypto.randomUUID() : key === 'used' ? seen.pick(used) : key
  if (key === 'new') seen.add(used.seen, wire['Idempotency-Key'] ?? '')
  if (key === 'new') seen.add('key', wire['Idempotency-Key'] ?? '')
  return { method, path, headers: { ...wire, ...Object.fromEntries(headers) }, body: bytes }
}

/** Encodes a path, also with lone surrogates, which no browser sends. */
const encode = (text: string): string =>
  text.replaceAll(/[^\w.~-]/gu, (char) =>
    /\p{Surrogate}/u.test(char) ? '%ED%A0%80' : encodeURIComponent(char),
  )

function writeBody(body: Body, seen: SeenValues): { type: string | undefined; bytes: Buffer } {
  if (body === undefined) return { type: undefined, bytes: Buffer.alloc(0) }
  if ('json' in body) return { type: 'application/json', bytes: Buffer.from(seen.write(body.json)) }
  if ('raw' in body) return { type: 'application/json', bytes: Buffer.from(body.raw) }
  return writeForm(body.form, body.isCut)
}

export function writeForm(parts: readonly Part[], isCut: boolean): { type: string; bytes: Buffer } {
  const boundary = '----------fuzz'
  const written = parts.map(({ name, fileName, content }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  })
  const text = `${written.join('')}--${boundary}--\r\n`
  const type = `multipart/form-data; boundary=${boundary}`
  return { type, bytes: Buffer.from(isCut ? text.slice(0, -20) : text, 'latin1') }
}

/** The server's answer; a connection closed without one is status 0. */
export function send(port: number, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length =
      body.length > 0 || method === 'POST' || method === 'PUT' ? { 'Content-Length': body.length } : {}
    const out = request(
      { port, host: '127.0.0.1', agent, method, path, headers: { ...headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const { statusCode = 0, headers: said } = answer
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: statusCode,
            type: said['content-type'] ?? '',
            location: said.location ?? '',
            text,
          })
        })
        answer.on('error', reject)
      },
    )
    out.on('error', reject)
    out.end(body)
  })
}

/** For a person who investigates a failure. */
export function show({ method, path, headers, body }: Sent): string {
  const text = body.toString().slice(0, 2000)
  return [
    `${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    '',
    text,
  ].join('\n')
}
