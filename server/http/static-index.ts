import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

export interface StaticFile {
  readonly file: string
  readonly size: number
  readonly type: string
  readonly etag: string
  /** Whether the build left a brotli of it beside it. */
  readonly brotli: boolean
}

/** The files below a folder by their address. What is not in here is not served, whatever the address looks like. */
export function indexFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const found = new Map<string, StaticFile>()
  if (!existsSync(folder)) return found
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.') || /\.(?:br|gz)$/u.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = statSync(file)
    found.set(`/${relative(folder, file).split(sep).join('/')}`, {
      file,
      size,
      type: typeOf(entry.name),
      etag: `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`,
      brotli: existsSync(`${file}.br`),
    })
  }
  return found
}

function typeOf(name: string): string {
  if (name.endsWith('.webmanifest')) return 'application/manifest+json'
  if (name.endsWith('.vtt')) return 'text/vtt; charset=utf-8'
  return getMimeType(name) ?? 'application/octet-stream'
}
