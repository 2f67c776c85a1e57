import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedTemplates } from '../../server/database/test-embedded-template.ts'
import { unpackTemplate } from '../../server/database/test-unpack-template.ts'
import { bundleServer } from './bundle-server.ts'
import { Sandbox } from './sandbox.ts'
import { startServer } from './server.ts'

/**
 * Playwright's global set-up: the server as one file, and a migrated and seeded database that every server of this run copies,
 * because creating one takes three times as long as opening it. Withdrawals wait in it only where a flow says so. A start without
 * any database is tested in server/start-server.test.ts.
 */
export default async function prepareServer(): Promise<() => void> {
  const bundle = await bundleServer()
  process.env['SERVER_BUNDLE'] = bundle
  const folder = mkdtempSync(join(tmpdir(), 'champa-first-'))
  const { migrated } = await embeddedTemplates()
  await unpackTemplate(migrated, folder)
  const server = await startServer({ DATA_DIR: folder })
  await new Sandbox(server.origin).letWithdrawalsWait(0)
  await server.stop()
  Object.assign(process.env, { FIRST_DATA: folder, MIGRATED_DATABASE: migrated })
  return () => {
    for (const made of [bundle, folder]) rmSync(made, { recursive: true, force: true })
  }
}
