import { asc, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { inLocale } from '../../database/localized.ts'
import { games, gamesVersions } from '../../database/schema/games.ts'

export type Game = typeof games.$inferSelect

/** What this process has read of the games, by the version of their table: always what that version says. */
const read = new Map<string, readonly Game[]>()
/** More than are in use; an operator who changes the games again and again fills it again. */
const MAX_KEPT = 1000

/** All games in their order, as of this version or a newer one. */
export async function gamesOf(db: Database, version: string): Promise<readonly Game[]> {
  const known = read.get(version)
  if (known) return known
  const rows = await db
    .select({ version: gamesVersions.version, game: games })
    .from(gamesVersions)
    .leftJoin(games, sql`true`)
    .orderBy(asc(games.position), asc(games.code))
  const all = rows.flatMap(({ game }) => game ?? [])
  if (read.size >= MAX_KEPT) read.clear()
  if (rows[0]) read.set(rows[0].version, all)
  return all
}

/** A game as it is offered to every member. */
export type Offer = ReturnType<typeof offerOf>

const offers = new WeakMap<Game, Map<string, Offer>>()

/** In this language, for a page of this origin. Kept, because reading addresses takes longer than asking for a member's balances. */
export function offer(game: Game, locale: Locale, origin: string): Offer {
  const kept = offers.get(game) ?? new Map<string, Offer>()
  offers.set(game, kept)
  const key = `${locale} ${origin}`
  const known = kept.get(key) ?? offerOf(game, locale, origin)
  // A sandbox answers to each address of the local network.
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, known)
  return known
}

const offerOf = (game: Game, locale: Locale, origin: string) => ({
  code: game.code,
  name: inLocale(game.name, locale),
  logo: game.logo,
  background: game.background,
  category: game.category,
  web: whole(game.web, origin),
  android: whole(game.android, origin),
  ios: whole(game.ios, origin),
})

/** The sandbox's games have paths on this server, and the app opens only absolute addresses. */
const whole = (address: string, origin: string): string =>
  address !== '' && URL.canParse(address, origin) ? new URL(address, origin).href : address
