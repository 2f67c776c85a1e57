import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { denyOthers } from './restrict-data-folder.ts'
import type { Connection, Database } from './database.ts'
import { takeLock } from './lock-file.ts'
import { migrationsFolder } from './migrations-folder.ts'

export async function openInMemory(dump?: Blob): Promise<Connection> {
  return open(new PGlite({ dataDir: 'memory://', loadDataDir: dump }), async () => {})
}

/** PostgreSQL inside this process with its files under `dataDir`; only one process at a time. */
export async function openInFolder(dataDir: string): Promise<Connection> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lost = () => {
    process.stderr.write(`Another process has opened the data in ${dataDir}: two at once would break it\n`)
    process.exit(1)
  }
  const release = await takeLock(join(dataDir, 'database.lock'), dataDir, { lost })
  try {
    const folder = join(dataDir, 'database')
    const isNew = !existsSync(folder)
    const connection = await open(new PGlite(folder), release)
    // A new database is unpacked with the file modes of the machine that packed it.
    if (isNew) await denyOthers(folder)
    return connection
  } catch (error) {
    await release()
    throw error
  }
}

async function open(client: PGlite, release: () => Promise<void>): Promise<Connection> {
  await client.waitReady
  const db = drizzle({ client, casing: 'snake_case' })
  await migrate(db, { migrationsFolder })
  return {
    db: db as unknown as Database,
    kind: 'pglite',
    close: async () => {
      await client.close()
      await release()
    },
  }
}
