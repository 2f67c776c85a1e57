import { randomBytes } from 'node:crypto'
import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_NAME, type FileStore } from './store.ts'

/** Keeps uploads in a folder, one file each. */
export function diskStore(folder: string): FileStore {
  return {
    async write(bytes, extension) {
      const name = `${randomBytes(24).toString('hex')}.${extension}`
      if (!FILE_NAME.test(name)) throw new TypeError(`No file extension: ${extension}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600 })
      return name
    },
    async open(name) {
      if (!FILE_NAME.test(name)) return null
      const path = join(folder, name)
      try {
        const { size } = await stat(path)
        return { size, read: (start, end) => readBytes(path, start, end) }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
  }
}

/** Opens the file for each piece: whoever stops reading halfway leaves nothing open. */
async function readBytes(path: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - start)
  const file = await open(path)
  try {
    for (let at = 0; at < bytes.byteLength;) {
      const { bytesRead } = await file.read(bytes, at, bytes.byteLength - at, start + at)
      if (bytesRead === 0) throw new Error('The file ended early')
      at += bytesRead
    }
  } finally {
    await file.close()
  }
  return bytes
}
