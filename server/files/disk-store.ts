import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../clock.ts'
import { UNFINISHED, writeDurably } from '../durable-file.ts'
import { isMissing } from '../file-errors.ts'
import { decryptFile, encryptFile, keyOfFile } from '../encryption/encrypt-file.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { FILE_NAME, type FileStore, nameFile, type StoredFile } from './store.ts'

/** Stores uploads in a folder, one encrypted file each. */
export function diskStore(folder: string, keys: Keyring): FileStore {
  const openPlain = async (name: string): Promise<StoredFile | null> => {
    const path = join(folder, name)
    try {
      const { size } = await stat(path)
      return { size, read: (start, end) => readBytes(path, start, end) }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    async write(bytes, extension, source) {
      const name = nameFile(extension, source)
      await writeDurably(join(folder, name), encryptFile(keys, name, bytes))
      return name
    },
    async open(name) {
      if (!FILE_NAME.test(name)) return null
      const stored = await openPlain(name)
      return stored && decryptFile(keys, name, stored)
    },
    async reencrypt(signal, tell) {
      const counts = { renewed: 0, failed: 0 }
      for (const name of await namesIn(folder)) {
        if (signal.aborted) break
        if (name.endsWith(UNFINISHED)) await clearAway(join(folder, name))
        if (!FILE_NAME.test(name)) continue
        try {
          const stored = await openPlain(name)
          if (stored === null || (await keyOfFile(stored)) === keys.current.id) continue
          const file = await decryptFile(keys, name, stored)
          const path = join(folder, name)
          // Its time decides when it is deleted.
          const times = await stat(path)
          await writeDurably(path, encryptFile(keys, name, await file.read(0, file.size)), times)
          counts.renewed += 1
        } catch (error) {
          counts.failed += 1
          tell?.(error)
        }
      }
      return counts
    },
    async *writtenBefore(then) {
      for (const name of await namesIn(folder)) {
        if (!FILE_NAME.test(name)) continue
        // Another process may have removed it.
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found && found.mtime < then) yield name
      }
    },
    async remove(name) {
      if (FILE_NAME.test(name)) await rm(join(folder, name), { force: true })
    },
  }
}

/** Removes a temporary file of an interrupted run. Another process may be writing a newer one. */
async function clearAway(unfinished: string): Promise<void> {
  const found = await stat(unfinished).catch(() => undefined)
  if (found && Date.now() - found.ctimeMs > HOUR) await rm(unfinished, { force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Opens the file for each part, so that an aborted read leaves nothing open. */
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
