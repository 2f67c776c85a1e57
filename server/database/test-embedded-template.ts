import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import packages from '../../package.json' with { type: 'json' }
import { migrationsFolder } from './migrations-folder.ts'
import { SMALL_BUFFERS } from './test-small-buffers.ts'

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url))

/** Files that embedded databases of tests start from: making one takes four times as long as opening it. */
export interface EmbeddedTemplates {
  /** A database without a table. */
  empty: string
  /** A database after all migrations. */
  migrated: string
}

/** The templates, made once per set of migrations. */
export async function embeddedTemplates(): Promise<EmbeddedTemplates> {
  const path = join(CACHE, `pglite-${await fingerprint()}`)
  const templates = { empty: `${path}-empty.tar`, migrated: `${path}.tar` }
  // The migrated one is written last.
  if (existsSync(templates.migrated)) return templates
  await mkdir(CACHE, { recursive: true })
  const client = new PGlite('memory://')
  await dropTemplates(client)
  await client.exec(`alter system set ${SMALL_BUFFERS}`)
  await dump(client, templates.empty)
  await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder })
  await dump(client, templates.migrated)
  await client.close()
  return templates
}

async function dump(client: PGlite, path: string): Promise<void> {
  await client.exec('checkpoint')
  const unfinished = `${path}.${process.pid}`
  const data = await client.dumpDataDir('none')
  await writeFile(unfinished, Buffer.from(await data.arrayBuffer()))
  await rename(unfinished, path)
}

/** Drops the databases from which PostgreSQL creates new ones, which tests never do: without them PGlite opens a quarter faster. */
async function dropTemplates(client: PGlite): Promise<void> {
  await client.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await client.exec(`drop database ${name}`)
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
    .update(packages.dependencies['@electric-sql/pglite'])
    .update(SMALL_BUFFERS)
    .update(await readFile(fileURLToPath(import.meta.url)))
  const files = await readdir(migrationsFolder)
  for (const file of files.filter((name) => name.endsWith('.sql')).toSorted()) {
    hash.update(file).update(await readFile(join(migrationsFolder, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
