import { Hono } from 'hono'
import { readByteRange } from '#lib/byte-range.ts'
import type { AppContext } from '../../context.ts'
import type { ServerEnv } from '../../http/server-env.ts'

/** An upload's address. Whoever has it may look: its name cannot be guessed, and only its owner is told. */
export const fileLink = (name: string): string => `/api/files/${name}`

const types: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
}

/** Serves uploads as nothing but pictures and films. */
export function fileRoutes({ providers }: AppContext): Hono<ServerEnv> {
  return new Hono<ServerEnv>().get('/:name', async (c) => {
    c.set('template', '/api/files/:name')
    const name = c.req.param('name')
    const bytes = await providers.files.get(name)
    const type = types[name.split('.').at(-1) ?? '']
    if (bytes === null || type === undefined) return c.json({ message: 'NO_DATA' }, 404)
    const always = {
      'Content-Type': type,
      'Content-Disposition': 'inline',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=3600',
      'Cross-Origin-Resource-Policy': 'same-site',
      'Accept-Ranges': 'bytes',
    }
    // Some browsers play no film that they cannot ask for in parts.
    const size = bytes.byteLength
    const range = readByteRange(c.req.header('range'), size)
    if (range === undefined) return c.body(bytes, 200, always)
    if (range === 'unsatisfiable') return c.body(null, 416, { ...always, 'Content-Range': `bytes */${size}` })
    const { start, end } = range
    const headers = { ...always, 'Content-Range': `bytes ${start}-${end}/${size}` }
    return c.body(bytes.slice(start, end + 1), 206, headers)
  })
}
