import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { inject } from 'vitest'
import type { Database } from './database.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { readTemplate } from './test-read-template.ts'

/** A fully migrated embedded database that contained these rows before the named migration ran. */
export async function migrated(name: string, rows: string): Promise<{ client: PGlite; db: Database }> {
  const folder = await mkdtemp(join(tmpdir(), 'champa-test-'))
  await cp(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] }
  const from = journal.entries.findIndex(({ tag }) => tag.endsWith(name))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, from) }))

  const empty = await readTemplate(inject('embeddedTemplates').empty)
  const client = new PGlite({ dataDir: 'memory://', loadDataDir: empty })
  const embedded = drizzle({ client, casing: 'snake_case' })
  await migrate(embedded, { migrationsFolder: folder })
  await rm(folder, { recursive: true, force: true })
  await client.exec(rows)
  await migrate(embedded, { migrationsFolder })
  return { client, db: embedded as unknown as Database }
}
