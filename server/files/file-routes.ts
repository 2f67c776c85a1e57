import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { ApiError } from '../http/api-error.ts'
import { createOpenCounts } from '../http/limits/open-counts.ts'
import { ADDRESS_SHARE, createRequestLimit } from '../http/limits/request-limit.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { readByteRange } from './byte-range.ts'
import type { StoredFile } from './store.ts'

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
}

/** The part of a file that is in memory per reader, in bytes. */
const PIECE = 64 * 1024
/** The maximum number of files that one address may be reading; many members share a carrier's address. */
const MAX_AT_ONCE = 100

/** Serves uploads only as pictures and videos, in ranges and streamed. */
export function fileRoutes({ providers, clock, config, sharedCounts }: AppContext): Hono<ServerEnv> {
  const limit = createRequestLimit(clock, sharedCounts)
  const reading = createOpenCounts()

  return new Hono<ServerEnv>().get('/:name', async (c) => {
    c.set('template', '/api/files/:name')
    const address = c.get('address')
    limit(`files:${address}`, config.requestsPerMinute * ADDRESS_SHARE)
    if (reading.isFull(address, MAX_AT_ONCE)) throw new ApiError('REQUEST_LIMIT')
    const name = c.req.param('name')
    const file = await providers.files.open(name)
    const type = types[name.split('.').at(-1) ?? '']
    if (file === null || type === undefined) return c.json({ message: 'NO_DATA' }, 404)
    const { size } = file
    // The bytes of a name never change, so the name is a tag of them.
    const etag = `"${name}"`
    const always = {
      'Content-Type': type,
      'Content-Disposition': 'inline',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=3600',
      'Cross-Origin-Resource-Policy': 'same-site',
      'Accept-Ranges': 'bytes',
      ETag: etag,
    }
    if (isListed(c.req.header('if-none-match'), etag)) return c.body(null, 304, always)
    // Safari plays no video without range requests.
    const sameFile = (c.req.header('if-range') ?? etag) === etag
    const range = sameFile ? readByteRange(c.req.header('range'), size) : undefined
    if (range === 'unsatisfiable') return c.body(null, 416, { ...always, 'Content-Range': `bytes */${size}` })
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const headers = {
      ...always,
      'Content-Length': String(end + 1 - start),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    }
    const status = range ? 206 : 200
    if (c.req.method === 'HEAD') return c.body(null, status, headers)
    const begin = () => reading.take(new Map([[address, Infinity]]))
    return c.body(piecesOf(file, start, end + 1, begin), status, headers)
  })
}

const isListed = (header: string | undefined, etag: string) =>
  header !== undefined &&
  header.split(',').some((one) => one.trim().replace(/^W\//u, '') === etag || one.trim() === '*')

/** Streams a file, reading each part on demand. What `begin` returns is called at the end, however it ends. */
function piecesOf(
  file: StoredFile,
  start: number,
  end: number,
  begin: () => () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = start
  let isOver = false
  let release: (() => void) | undefined
  const finish = () => {
    isOver = true
    release?.()
  }
  return new ReadableStream(
    {
      async pull(controller) {
        release ??= begin()
        try {
          const piece = await file.read(at, Math.min(end, at + PIECE))
          if (isOver) return
          at += piece.byteLength
          controller.enqueue(piece)
          if (at < end) return
          controller.close()
        } catch (error) {
          controller.error(error)
        }
        finish()
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}
