import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Transaction } from '../database/database.ts'
import { type Locale, locales } from '#lib/text/locale-codes.ts'

/**
 * Gives rows that hold the seed's words in one language alone, as every database did once, the seed's other languages. `words`:
 * texts, or JSON with texts in it. What somebody wrote stays.
 */
export async function addLanguages(
  tx: Transaction,
  column: PgColumn,
  words: readonly unknown[],
): Promise<void> {
  const pairs = words.flatMap((whole) => locales.map((locale) => [alone(locale, whole), whole]))
  await tx.execute(
    sql`update ${column.table} set ${sql.identifier(toSnakeCase(column.name))} = pair -> 1
        from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) as pairs(pair)
        where ${column} = pair -> 0 and pair -> 0 <> pair -> 1`,
  )
}

/** The same with its texts in this language alone. */
const alone = (locale: Locale, whole: unknown): unknown =>
  JSON.parse(JSON.stringify(whole), (_, value: unknown) =>
    isText(value) ? { [locale]: value[locale] } : value,
  )

const isText = (value: unknown): value is Partial<Record<Locale, string>> =>
  typeof value === 'object' && value !== null && locales.every((locale) => Object.hasOwn(value, locale))
