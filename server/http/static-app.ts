import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, Handler } from 'hono'
import { readByteRange } from '#lib/byte-range.ts'
import type { ServerEnv } from './server-env.ts'
import { indexFiles, type StaticFile } from './static-index.ts'

type Request = Context<ServerEnv>

/** The app's own addresses; at any other it shows its "not found", and the status says the same. */
const appPaths = /^\/(?:(?:index\.html|login|register|howto|contact|terminated)?|user(?:\/.*)?)$/u
const compressible = /^(?:text\/|application\/(?:javascript|json|manifest)|image\/svg)/u

/**
 * Serves the built app: files by name, and the app's page for every address that is no file. `policyOf` says what a page
 * with this content may do, `standIns` which file is served in place of another.
 */
export function staticApp(
  folder: string,
  policyOf: (page: string) => string,
  standIns: Readonly<Record<string, string>> = {},
): Handler<ServerEnv> {
  let files = indexFiles(folder)
  let policy: { etag: string; text: string } | undefined
  const gzipped = new Map<string, Promise<Buffer>>()

  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return c.text('Method Not Allowed', 405)
    const path = decode(c.req.path)
    // What only the release before had goes on being there for pages opened before the deploy.
    const file = files.get(standIns[path] ?? path) ?? files.get(path.replace(/^\/assets\//, '/former/'))
    if (file && path !== '/index.html') return send(c, file, cachingOf(path))
    // A missing file must stay missing: a page in place of a script breaks worse than nothing.
    if (/^\/assets\/|\.[^/]*$/u.test(path) && path !== '/index.html') return c.text('Not Found', 404)
    if (!files.has('/index.html')) files = indexFiles(folder)
    const page = files.get('/index.html')
    if (!page) return c.text('The app is not built yet', 404)
    if (policy?.etag !== page.etag)
      policy = { etag: page.etag, text: policyOf(await readFile(page.file, 'utf8')) }
    c.header('Content-Security-Policy', policy.text)
    return send(c, page, 'no-cache', appPaths.test(path) ? 200 : 404)
  }

  async function send(c: Request, file: StaticFile, caching: string, status: 200 | 404 = 200) {
    const encoding = encodingFor(file, c.req.header('accept-encoding') ?? '')
    const etag = `W/"${file.etag}${encoding ? `-${encoding}` : ''}"`
    c.header('Cache-Control', caching)
    c.header('Content-Type', file.type)
    c.header('ETag', etag)
    if (compressible.test(file.type)) c.header('Vary', 'Accept-Encoding')
    if (status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304)
    if (encoding) c.header('Content-Encoding', encoding)
    if (encoding === 'br') return c.body(bytes(await readFile(`${file.file}.br`)), status)
    if (encoding === 'gzip') return c.body(bytes(await gzipOf(file)), status)
    return sendPlain(c, file, status)
  }

  function gzipOf(file: StaticFile): Promise<Buffer> {
    const known = gzipped.get(file.file) ?? readFile(file.file).then((content) => promisify(gzip)(content))
    gzipped.set(file.file, known)
    return known
  }
}

function encodingFor(file: StaticFile, accepted: string): 'br' | 'gzip' | undefined {
  if (file.brotli && /\bbr\b/u.test(accepted)) return 'br'
  return compressible.test(file.type) && file.size > 1024 && /\bgzip\b/u.test(accepted) ? 'gzip' : undefined
}

/** Players of video ask for pieces, and Safari plays nothing without them. */
function sendPlain(c: Request, { file, size }: StaticFile, status: 200 | 404): Response {
  c.header('Accept-Ranges', 'bytes')
  const range = readByteRange(c.req.header('range'), size)
  if (range === undefined) return stream(c, file, 0, size - 1, status)
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${size}`)
    return c.body(null, 416)
  }
  const { start, end } = range
  c.header('Content-Range', `bytes ${start}-${end}/${size}`)
  return stream(c, file, start, end, 206)
}

function stream(c: Request, file: string, start: number, end: number, status: 200 | 206 | 404): Response {
  c.header('Content-Length', String(end - start + 1))
  if (end < start || c.req.method === 'HEAD') return c.body(null, status)
  return c.body(Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream, status)
}

function cachingOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return /\.(?:html|js|json|webmanifest)$/u.test(path) ? 'no-cache' : 'public, max-age=86400'
}

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
