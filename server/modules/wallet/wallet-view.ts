import { eq, sql } from 'drizzle-orm'
import type { ReplyInput } from '#api/contract/call.ts'
import type { getWallet } from '#api/contract/wallet.ts'
import { sessionWith } from '../../auth/sessions.ts'
import type { Database } from '../../database/database.ts'
import { placeholder, prepared } from '../../database/prepared.ts'
import { members } from '../../database/schema/members.ts'
import type { RequestContext } from '../../http/route.ts'
import { profileOf } from '../account/profile.ts'
import { unclaimedEarnings } from '../invite/invite-service.ts'
import { gamesOf, offer } from './games-on-offer.ts'

/** What a member has, in satang where it is money. One row, whatever the number of games. */
const possessions = {
  /** By what follows the member in the account's name: `wallet`, `game:PG`. */
  balances: sql<Record<string, number>>`(
    select coalesce(json_object_agg(substr(name, length(members.id) + 9), balance), '{}')
      from ledger_accounts where member_id = members.id)`,
  invite: unclaimedEarnings,
  bank: sql<{ nameTH: string; nameEN: string } | null>`(
    select json_build_object('nameTH', name_th, 'nameEN', name_en) from banks where code = members.bank_code limit 1)`,
  /** The names of the active accounts, by game. */
  usernames: sql<Record<string, string>>`(
    select coalesce(json_object_agg(game_code, username), '{}') from game_accounts where member_id = members.id and is_active)`,
  gamesVersion: sql<string>`(select version from games_versions)`,
}

export const possessionsWithSession = sessionWith(possessions)

const possessionsOf = prepared((db) =>
  db
    .select(possessions)
    .from(members)
    .where(eq(members.id, placeholder('id'))),
)

type Possessions = Awaited<ReturnType<typeof possessionsOf>>[number]

export async function findPossessions(db: Database, { id }: { id: string }): Promise<Possessions> {
  const [has] = await possessionsOf(db, { id })
  if (!has) throw new Error(`There is no member ${id}`)
  return has
}

/** The games on offer in their order, and closed ones that still hold the member's money. */
export async function gamesOfMember(db: Database, { balances, usernames, gamesVersion }: Possessions) {
  const all = await gamesOf(db, gamesVersion)
  return all
    .map((game) => ({ game, held: balances[`game:${game.code}`] ?? 0, username: usernames[game.code] }))
    .filter(({ game, held }) => game.enabled || held !== 0)
}

/** Everything the home screen shows. `asked`: balances (satang) just fetched from the providers, by game. */
export async function walletView(
  {
    app,
    db,
    member,
    origin,
    locale,
  }: Pick<RequestContext<typeof getWallet>, 'app' | 'db' | 'member' | 'origin' | 'locale'>,
  has: Possessions,
  asked: Record<string, number> = {},
): Promise<ReplyInput<typeof getWallet>> {
  const games = await gamesOfMember(db, has)
  return {
    wallet: { amount: has.balances['wallet'] ?? 0 },
    invite: { amount: has.invite },
    moving: has.balances['moving'] ?? 0,
    // Spreads come last in these objects: an object that gets fields after a spread becomes a slow one in V8, about 4 µs each.
    slots: games.map(({ game, held, username }) => {
      const amount = asked[game.code] ?? held
      const isActive = username !== undefined
      const offered = offer(game, locale, origin)
      return game.enabled ? { amount, isActive, ...offered } : { amount, isActive, closed: true, ...offered }
    }),
    ...profileOf(member, has.bank ?? { nameTH: '', nameEN: '' }, app.config),
  }
}
