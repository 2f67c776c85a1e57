import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

/** The names that the server creates in `DATA_DIR`, which may contain other things too. */
const made = ['database', 'database.lock', 'files', 'data.key', 'push.key']

/**
 * Removes other users' access to files that an earlier version left readable. Throws ConfigError if the folder does not belong
 * to the server's user.
 */
export async function restrictDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    for (const name of made) await denyOthers(join(dataDir, name))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`DATA_DIR must be a folder of the server's own user: ${reason}`)
  }
}

/** A file, or a folder with everything in it. */
export async function denyOthers(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return
  if (found.isDirectory()) {
    const names = await readdir(path)
    await Promise.all(names.map((name) => denyOthers(join(path, name))))
  }
  if ((found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700)
}
