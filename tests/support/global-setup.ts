import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server.ts'

/**
 * Playwright's global set-up: a migrated and seeded database that every server of this run copies, because creating one takes
 * three times as long as opening it.
 */
export default async function prepareFirstData(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'champa-first-'))
  const server = await startServer({ DATA_DIR: folder })
  await server.stop()
  process.env['FIRST_DATA'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
