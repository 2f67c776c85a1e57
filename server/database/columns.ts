import { randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  type CheckBuilder,
  check,
  customType,
  jsonb,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { Localized } from './localized.ts'

/** Whole satang. PostgreSQL's int8, read as a JavaScript number: safe up to 90 trillion baht. */
export const satang = () => bigint({ mode: 'number' })

/** A growing row number, so that "newest first" is unambiguous even within a millisecond. */
export const rowNumber = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** Whether a text from outside can be such a number: it fits the column, and a JavaScript number. */
export const isRowNumber = (text: string): boolean => /^\d{1,15}$/u.test(text)

/** Millisecond precision, like JavaScript's Date, so that a value is read back exactly as written. */
export const moment = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' })

/** The row is somebody's work until then, and anybody's afterwards. A job takes rows by it (`jobs/lease.ts`). */
export const leasedUntil = () => moment().notNull().defaultNow()

export const createdAt = () => moment().notNull().defaultNow()

/** JSON of any shape. Drizzle's own column parses a string again after the driver did: "13" would come back as a number. */
export const storedJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
})

/** A text of the site in its languages. */
export const localized = () => jsonb().$type<Localized>()

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 50 random bits, without letters that look alike: short enough for an invite link. */
export function newMemberId(): string {
  return Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** A CHECK that the column holds one of these values. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]): CheckBuilder {
  const list: SQL = sql.raw(words.map((word) => `'${word}'`).join(', '))
  return check(name, sql`${column} in (${list})`)
}
