import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

/** What the server makes in `DATA_DIR`, which may be a folder that holds other things too. */
const made = ['database', 'database.lock', 'files', 'data.key']

/**
 * Takes from everybody but the server's own user what an earlier version left open to them. Throws ConfigError where the folder is not the
 * server's to use.
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    for (const name of made) await denyOthers(join(dataDir, name))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`DATA_DIR must be a folder of the server's own user: ${reason}`)
  }
}

/** A file, or a folder with all that is in it. */
export async function denyOthers(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return
  if (found.isDirectory()) {
    const names = await readdir(path)
    await Promise.all(names.map((name) => denyOthers(join(path, name))))
  }
  if ((found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700)
}
