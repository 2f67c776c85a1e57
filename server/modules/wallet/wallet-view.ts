import { and, asc, eq, inArray, isNull, or, sum } from 'drizzle-orm'
import type { ReplyInput } from '#api/contract/call.ts'
import type { getWallet } from '#api/contract/wallet.ts'
import type { Database } from '../../database/database.ts'
import { inLocale } from '../../database/localized.ts'
import { gameAccounts, games } from '../../database/schema/games.ts'
import { inviteEarnings } from '../../database/schema/rewards.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { describeProfile } from '../account/profile.ts'
import type { RequestContext } from '../../http/route.ts'

/**
 * The games on offer in their order, with the member's account if it is active; and closed games that still hold the member's
 * money. `held`: satang by game.
 */
export function gamesOf(db: Database, memberId: string, held: Record<string, number>) {
  const holding = Object.keys(held).filter((code) => held[code])
  return db
    .select({ game: games, username: gameAccounts.username })
    .from(games)
    .leftJoin(
      gameAccounts,
      and(
        eq(gameAccounts.gameCode, games.code),
        eq(gameAccounts.memberId, memberId),
        eq(gameAccounts.isActive, true),
      ),
    )
    .where(or(eq(games.enabled, true), inArray(games.code, holding)))
    .orderBy(asc(games.position), asc(games.code))
}

async function unclaimedInvites(db: Database, memberId: string): Promise<number> {
  const [row] = await db
    .select({ amount: sum(inviteEarnings.amount).mapWith(Number) })
    .from(inviteEarnings)
    .where(and(eq(inviteEarnings.memberId, memberId), isNull(inviteEarnings.claimedAt)))
  return row?.amount ?? 0
}

/** The sandbox's games have paths on this server, and the app opens only absolute addresses. */
const whole = (address: string, origin: string) =>
  address && URL.canParse(address, origin) ? new URL(address, origin).href : address

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
  const balances = await balancesOf(db, member.id)
  const held = { ...balances.games, ...asked }
  return {
    ...(await describeProfile(db, member)),
    wallet: { amount: balances.wallet },
    invite: { amount: await unclaimedInvites(db, member.id) },
    slots: (await gamesOf(db, member.id, balances.games)).map(({ game, username }) => ({
      code: game.code,
      name: inLocale(game.name, locale),
      logo: game.logo,
      background: game.background,
      category: game.category,
      amount: held[game.code] ?? 0,
      isActive: username !== null,
      ...(!game.enabled && { closed: true }),
      web: whole(game.web, origin),
      android: whole(game.android, origin),
      ios: whole(game.ios, origin),
    })),
  }
}
