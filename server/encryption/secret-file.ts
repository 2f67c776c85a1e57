import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../durable-file.ts'
import { isMissing, isTaken } from '../file-errors.ts'

/** The text of a generated secret beside the data; undefined if none was made. */
export async function readSecretFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Writes a secret that only this user can read. One that another process has made meanwhile stays: read it again. */
export async function makeSecretFile(path: string, secret: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // The file appears with its complete content.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(unfinished, `${secret}\n`, { mode: 0o600, flush: true })
  try {
    await link(unfinished, path)
  } catch (error) {
    if (!isTaken(error)) throw error
  } finally {
    await rm(unfinished)
  }
  await syncFolder(dirname(path))
}
