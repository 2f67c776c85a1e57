import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { ReplyInput } from '#api/contract/call.ts'
import type { getWallet } from '#api/contract/wallet.ts'
import type { Database } from '../../database/database.ts'
import { inLocale } from '../../database/localized.ts'
import { prepared } from '../../database/prepared.ts'
import { gameAccounts, games } from '../../database/schema/games.ts'
import type { Member } from '../../auth/sessions.ts'
import { profileOf } from '../account/profile.ts'
import type { RequestContext } from '../../http/route.ts'

const id = sql.placeholder('id')
const balanceOf = (place: SQL) =>
  sql`(select balance from ledger_accounts where name = 'member:' || ${id}::text || ${place})`.mapWith(Number)
// These are found once, whatever the number of games.
const wallet = balanceOf(sql`':wallet'`)
const invite =
  sql`(select sum(amount) from invite_earnings where member_id = ${id} and claimed_at is null)`.mapWith(
    Number,
  )
const bank = sql<{ nameTH: string; nameEN: string } | null>`(
  select json_build_object('nameTH', name_th, 'nameEN', name_en) from banks
    where code = ${sql.placeholder('bankCode')} limit 1)`
const held = balanceOf(sql`':game:' || ${games.code}`)

const possessionsOf = prepared((db) =>
  db
    .select({ wallet, invite, bank, held, game: games, username: gameAccounts.username })
    .from(sql`(select) as one`)
    .leftJoin(games, or(eq(games.enabled, true), sql`${held} <> 0`))
    .leftJoin(
      gameAccounts,
      and(
        eq(gameAccounts.gameCode, games.code),
        eq(gameAccounts.memberId, id),
        eq(gameAccounts.isActive, true),
      ),
    )
    .orderBy(asc(games.position), asc(games.code)),
)

/**
 * What a member has, in one query: satang in the wallet and in unclaimed invites, the bank's names, and the games: those on offer
 * in their order, with the member's account if it is active; and closed ones that still hold the member's money.
 */
export async function findPossessions(db: Database, member: Member) {
  const rows = await possessionsOf(db, { id: member.id, bankCode: member.bankCode })
  const [first] = rows
  return {
    wallet: first?.wallet ?? 0,
    invite: first?.invite ?? 0,
    bank: first?.bank ?? { nameTH: '', nameEN: '' },
    games: rows.flatMap((row) =>
      row.game ? [{ game: row.game, held: row.held ?? 0, username: row.username }] : [],
    ),
  }
}

/** Whole addresses by origin and what a game's row says. Reading an address takes longer than asking for a member's balances. */
const wholeAddresses = new Map<string, string>()
/** More than the games have; an operator who changes them again and again fills it anew. */
const MAX_ADDRESSES = 5000

/** The sandbox's games have paths on this server, and the app opens only absolute addresses. */
function whole(address: string, origin: string): string {
  if (address === '') return address
  const key = `${origin} ${address}`
  const known = wholeAddresses.get(key)
  if (known !== undefined) return known
  const found = URL.canParse(address, origin) ? new URL(address, origin).href : address
  if (wholeAddresses.size >= MAX_ADDRESSES) wholeAddresses.clear()
  wholeAddresses.set(key, found)
  return found
}

/** Everything the home screen shows. `asked`: balances (satang) just fetched from the providers, by game. */
export async function walletView(
  {
    db,
    member,
    origin,
    locale,
  }: Pick<RequestContext<typeof getWallet>, 'db' | 'member' | 'origin' | 'locale'>,
  asked: Record<string, number> = {},
): Promise<ReplyInput<typeof getWallet>> {
  const has = await findPossessions(db, member)
  return {
    ...profileOf(member, has.bank),
    wallet: { amount: has.wallet },
    invite: { amount: has.invite },
    slots: has.games.map(({ game, held, username }) => ({
      code: game.code,
      name: inLocale(game.name, locale),
      logo: game.logo,
      background: game.background,
      category: game.category,
      amount: asked[game.code] ?? held,
      isActive: username !== null,
      ...(!game.enabled && { closed: true }),
      web: whole(game.web, origin),
      android: whole(game.android, origin),
      ios: whole(game.ios, origin),
    })),
  }
}
