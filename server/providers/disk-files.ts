import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_NAME, type FileStore } from './files.ts'

export function diskFiles(folder: string): FileStore {
  return {
    async put(bytes, extension) {
      const name = `${randomBytes(24).toString('hex')}.${extension}`
      if (!FILE_NAME.test(name)) throw new TypeError(`No file extension: ${extension}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name), bytes, { flag: 'wx', mode: 0o600 })
      return name
    },
    async get(name) {
      if (!FILE_NAME.test(name)) return null
      try {
        return new Uint8Array(await readFile(join(folder, name)))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
  }
}
