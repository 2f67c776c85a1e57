import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { migrationsFolder } from './migrations-folder.ts'

type Snapshot = Awaited<ReturnType<typeof generateDrizzleJson>>

const meta = join(migrationsFolder, 'meta')
const read = (name: string): unknown => JSON.parse(readFileSync(join(meta, name), 'utf8'))
const tables = import.meta.glob<object>('./schema/*.ts', { eager: true })

const { entries } = read('_journal.json') as { entries: { idx: number }[] }
/** The snapshot of the newest migration. */
const newest = `${String(entries.at(-1)?.idx).padStart(4, '0')}_snapshot.json`

/** The next migration that drizzle-kit would write. */
async function missingMigration(schema: Record<string, unknown>): Promise<string[]> {
  const before = read(newest) as Snapshot
  return generateMigration(before, generateDrizzleJson(schema, before.id, undefined, 'snake_case'))
}

test('the schema has no change without a migration (otherwise run `npx drizzle-kit generate --name what-changed`)', async () => {
  expect(await missingMigration(Object.assign({}, ...Object.values(tables)))).toEqual([])
})

test('the snapshot of the newest migration is the only one (remove those before it from migrations/meta)', () => {
  expect(readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))).toEqual([newest])
})
