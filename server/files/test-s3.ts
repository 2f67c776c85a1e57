import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Stored {
  bytes: Buffer
  writtenAt: Date
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const hexHash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
/** As the signature wants it: everything but unreserved characters in percent. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (char) => `%${char.codePointAt(0)?.toString(16).toUpperCase()}`,
  )

/** The five calls of S3 that a file store needs, for one bucket in memory. Every request's signature is checked again, by the rules of AWS Signature 4. */
export async function startS3(options: { secret: string; pageSize?: number }) {
  const objects = new Map<string, Stored>()
  const calls: string[] = []
  const state = {
    /** Fails this many calls, as a store that is busy does. */
    failures: 0,
    /** Runs after a call has found what it asks for, and before its answer. */
    onCall: undefined as ((call: string) => Promise<void>) | undefined,
  }

  function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
    const { authorization = '' } = request.headers
    const [, scope = '', signed = '', signature = ''] =
      /^AWS4-HMAC-SHA256 Credential=tester\/(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]{64})$/u.exec(
        authorization,
      ) ?? []
    const hash = String(request.headers['x-amz-content-sha256'])
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== hexHash(body)) return false
    // What is written must be signed whole.
    if (request.method === 'PUT' && hash === 'UNSIGNED-PAYLOAD') return false
    const names = signed.split(';')
    if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))) return false
    const query = [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&')
    const headers = names.map((name) => `${name}:${String(request.headers[name])}\n`).join('')
    const canonical = [request.method, url.pathname, query, headers, signed, hash].join('\n')
    const date = String(request.headers['x-amz-date'])
    const toSign = ['AWS4-HMAC-SHA256', date, scope, hexHash(canonical)].join('\n')
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${options.secret}`)
    const isNow = date.startsWith(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
    return isNow && hmac(key, toSign).toString('hex') === signature
  }

  function listed(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? ''
    const from = url.searchParams.get('continuation-token') ?? ''
    const delimiter = url.searchParams.get('delimiter')
    /** What is below a delimiter counts as one. */
    const listedAs = (name: string) => {
      const end = delimiter === null ? -1 : name.indexOf(delimiter, prefix.length)
      return end < 0 ? name : name.slice(0, end + 1)
    }
    const below = [...objects.keys()].filter((name) => name.startsWith(prefix)).map(listedAs)
    const names = [...new Set(below)].filter((name) => name > from).toSorted()
    const page = names.slice(0, options.pageSize ?? 1000)
    const rows = page.map((name) => {
      const stored = objects.get(name)
      return stored
        ? `<Contents><Key>${name}</Key><LastModified>${stored.writtenAt.toISOString()}</LastModified></Contents>`
        : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
    })
    const next =
      names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${rows.join('')}${next}</ListBucketResult>`
  }

  const server = createServer((request, response) => {
    const answer = async () => {
      const url = new URL(request.url ?? '', 'http://store')
      const body = await buffer(request)
      calls.push(`${request.method} ${url.pathname}`)
      if (state.failures > 0) {
        state.failures -= 1
        return response.writeHead(503).end()
      }
      if (!isSigned(request, url, body))
        return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
      const [, bucket, name = ''] = /^\/([^/]+)(?:\/(.*))?$/u.exec(url.pathname) ?? []
      if (bucket !== 'uploads') return response.writeHead(404).end('<Code>NoSuchBucket</Code>')
      if (name === '') return response.end(listed(url))
      const stored = objects.get(name)
      await state.onCall?.(`${request.method} ${url.pathname}`)
      if (request.method === 'PUT') {
        objects.set(name, { bytes: body, writtenAt: new Date() })
        return response.end()
      }
      if (request.method === 'DELETE') {
        objects.delete(name)
        return response.writeHead(204).end()
      }
      if (!stored) return response.writeHead(404).end()
      const { bytes } = stored
      const [, start, end] = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '') ?? []
      if (request.method === 'HEAD')
        return response.writeHead(200, { 'Content-Length': bytes.byteLength }).end()
      if (start === undefined) return response.end(bytes)
      return response.writeHead(206).end(bytes.subarray(Number(start), Number(end) + 1))
    }
    void answer()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    objects,
    calls,
    state,
    /** For FILES_URL. */
    urlOf: (place: string, secret = options.secret) =>
      `http://tester:${encodeURIComponent(secret)}@${host}/${place}?region=ap-southeast-1`,
    stop: () => void server.close(),
  }
}
