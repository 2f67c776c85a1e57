import { and, eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { placeholder, prepared } from '../../database/prepared.ts'
import { gameAccounts, games } from '../../database/schema/games.ts'
import { decryptText, encryptText } from '../../encryption/encrypt-text.ts'
import type { Keyring } from '../../encryption/keyring.ts'
import { ApiError } from '../../http/api-error.ts'

export type Game = typeof games.$inferSelect
type GameAccountRow = typeof gameAccounts.$inferSelect

/** A game on offer. */
export async function findGame(db: Database, code: string): Promise<Game> {
  const [game] = await db.select().from(games).where(eq(games.code, code))
  if (!game?.enabled) throw new ApiError('NO_GAME')
  return game
}

export async function findAccount(
  db: Database,
  memberId: string,
  code: string,
): Promise<GameAccountRow | null> {
  const [account] = await db
    .select()
    .from(gameAccounts)
    .where(and(eq(gameAccounts.memberId, memberId), eq(gameAccounts.gameCode, code)))
  return account ?? null
}

/** The member's account in a game on offer; refuses if there is none. */
export async function requireAccount(db: Database, memberId: string, code: string): Promise<GameAccountRow> {
  const [found] = await gameWithAccount(db, { memberId, code })
  if (!found?.isOffered) throw new ApiError('NO_GAME')
  if (!found.account) throw new ApiError('SLOT_NO_ACCOUNT')
  return found.account
}

const gameWithAccount = prepared((db) =>
  db
    .select({ isOffered: games.enabled, account: gameAccounts })
    .from(games)
    .leftJoin(
      gameAccounts,
      and(
        eq(gameAccounts.gameCode, games.code),
        eq(gameAccounts.memberId, placeholder('memberId')),
        eq(gameAccounts.isActive, true),
      ),
    )
    .where(eq(games.code, placeholder('code'))),
)

type AccountName = Pick<GameAccountRow, 'memberId' | 'gameCode'>

export const passwordPlace = ({ memberId, gameCode }: AccountName): string =>
  `game_accounts.password ${memberId} ${gameCode}`

/** The password encrypted for this account. */
export const encryptPassword = (keys: Keyring, account: AccountName, password: string): string =>
  encryptText(keys, password, passwordPlace(account))

/** Decrypts the password, for the member to see and for the provider. */
export const readPassword = (
  keys: Keyring,
  account: AccountName & Pick<GameAccountRow, 'password'>,
): string => decryptText(keys, account.password, passwordPlace(account))
