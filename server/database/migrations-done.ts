import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { rowsOf } from './query.ts'

/** The time that drizzle's journal gives the newest migration of this release, which is also its name in the database. */
function newestMigration(): number {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  return Math.max(...entries.map(({ when }) => when))
}

let newest: number | undefined

/** Whether the database has every migration of this release; it may have later ones too. Rejects if it does not answer. */
export async function areMigrationsDone(db: Database): Promise<boolean> {
  newest ??= newestMigration()
  const [table] = await rowsOf<{ found: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  )
  if (!table?.found) return false
  const [row] = await rowsOf<{ done: boolean }>(
    db,
    sql`select exists (select from drizzle.__drizzle_migrations where created_at >= ${newest}) as done`,
  )
  return row?.done ?? false
}
