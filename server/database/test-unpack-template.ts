import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Puts the database of a template (test-embedded-template.ts) into a server's DATA_DIR, which has none. */
export async function unpackTemplate(template: string, dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', template, '-C', folder])
}
