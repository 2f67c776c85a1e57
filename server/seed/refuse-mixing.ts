import { and, eq, like, or, sql } from 'drizzle-orm'
import { type Config, ConfigError } from '../config.ts'
import type { Database } from '../database/database.ts'
import { games } from '../database/schema/games.ts'
import { settings } from '../database/schema/site.ts'

/** Set in every database that a sandbox has ever seeded. */
export const SANDBOX_MARK = 'sandboxed'

/** The setting that holds the version of the last seed. Databases in use have it under this key. */
export const SEED_MARK = 'sown'

/**
 * Play money and real money must not share a database. A sandbox's has a member whose password is printed, and money that
 * nobody paid; in a real one the sandbox would add both and show every member's codes. Throws ConfigError with a message for a
 * person.
 */
export async function refuseMixing(db: Database, { sandbox }: Pick<Config, 'sandbox'>): Promise<void> {
  const isSandboxed = await wasSandboxed(db)
  if (!sandbox && isSandboxed) {
    throw new ConfigError(
      'SANDBOX is off, but a sandbox has seeded the database at DATABASE_URL: it has a member whose password everybody knows, and ' +
        'money that nobody paid. Name an empty database by DATABASE_URL, or one that never was a sandbox’s',
    )
  }
  if (sandbox && !isSandboxed && (await wasSeeded(db))) {
    throw new ConfigError(
      'SANDBOX is on, but the database at DATABASE_URL was set up without one: the sandbox would add play money to it, and show its ' +
        'members’ codes. Set SANDBOX=off, or name another database by DATABASE_URL',
    )
  }
}

/** Older databases lack the mark, but have the version of the last seed, or games that the sandbox serves. */
async function wasSandboxed(db: Database): Promise<boolean> {
  const isSeededBySandbox = and(
    eq(settings.key, SEED_MARK),
    like(sql`${settings.value} #>> '{}'`, '%:sandbox'),
  )
  const [note] = await db
    .select({ key: settings.key })
    .from(settings)
    .where(or(eq(settings.key, SANDBOX_MARK), isSeededBySandbox))
    .limit(1)
  if (note) return true
  const [game] = await db
    .select({ code: games.code })
    .from(games)
    .where(like(games.web, '/sandbox/%'))
    .limit(1)
  return game !== undefined
}

async function wasSeeded(db: Database): Promise<boolean> {
  const [note] = await db.select({ key: settings.key }).from(settings).where(eq(settings.key, SEED_MARK))
  return note !== undefined
}
