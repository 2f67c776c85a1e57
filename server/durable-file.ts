import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The ending of a file that is still being written; one that a power cut left behind is ignored. */
export const UNFINISHED = '.unfinished'

/**
 * Writes a file that only this user can read; even after a power cut it is either complete under its name or not there. It replaces one
 * of that name, whose `times` it may keep.
 */
export async function writeDurably(
  path: string,
  bytes: string | Uint8Array,
  times?: { atime: Date; mtime: Date },
): Promise<void> {
  const folder = dirname(path)
  await makeFolder(folder)
  const unfinished = `${path}.${randomBytes(6).toString('hex')}${UNFINISHED}`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      if (times) await file.utimes(times.atime, times.mtime)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Makes the folder and those above it, for this user alone. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const above = dirname(first)
  for (let made = folder; made.length > above.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Syncs the folder itself (fsync): syncing a file does not make its name durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and writes their names by itself.
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
