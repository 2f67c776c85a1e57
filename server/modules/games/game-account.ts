import { and, eq, getTableColumns } from 'drizzle-orm'
import { randomText } from '../../auth/tokens.ts'
import type { Database } from '../../database/database.ts'
import { placeholder, prepared } from '../../database/prepared.ts'
import { gameAccounts, games, pendingGamePasswords } from '../../database/schema/games.ts'
import { decryptText, encryptText } from '../../encryption/encrypt-text.ts'
import type { Keyring } from '../../encryption/keyring.ts'
import { ApiError } from '../../http/api-error.ts'

export type Game = typeof games.$inferSelect
export interface GameAccount extends AccountRow {
  /** The password that its provider has been asked to set and has not confirmed, encrypted. */
  pending: string | null
}
type AccountRow = typeof gameAccounts.$inferSelect

export const accountColumns = { ...getTableColumns(gameAccounts), pending: pendingGamePasswords.password }

/** Joins the account's pending password. */
export const isPendingOf = and(
  eq(pendingGamePasswords.memberId, gameAccounts.memberId),
  eq(pendingGamePasswords.gameCode, gameAccounts.gameCode),
)

/** The member's account in a game on offer; refuses if there is none. */
export async function requireAccount(db: Database, memberId: string, code: string): Promise<GameAccount> {
  const [found] = await gameWithAccount(db, { memberId, code })
  if (!found?.isOffered) throw new ApiError('NO_GAME')
  const { account, pending } = found
  if (!account) throw new ApiError('SLOT_NO_ACCOUNT')
  return { ...account, pending }
}

const gameWithAccount = prepared((db) =>
  db
    .select({ isOffered: games.enabled, account: gameAccounts, pending: pendingGamePasswords.password })
    .from(games)
    .leftJoin(
      gameAccounts,
      and(
        eq(gameAccounts.gameCode, games.code),
        eq(gameAccounts.memberId, placeholder('memberId')),
        eq(gameAccounts.isActive, true),
      ),
    )
    .leftJoin(pendingGamePasswords, isPendingOf)
    .where(eq(games.code, placeholder('code'))),
)

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * 48 random bits, without letters that look alike: the member may have to type it. Providers may insist on a letter and a digit. A letter
 * comes first, because a form may refuse what reads as a number too large, such as 12345678e9.
 */
export function newPassword(): string {
  const password = randomText(LETTERS, 10)
  return /^[a-z].*\d/u.test(password) ? password : newPassword()
}

type AccountName = Pick<AccountRow, 'memberId' | 'gameCode'>

export const passwordPlace = ({ memberId, gameCode }: AccountName): string =>
  `game_accounts.password ${memberId} ${gameCode}`

export const pendingPlace = ({ memberId, gameCode }: AccountName): string =>
  `pending_game_passwords.password ${memberId} ${gameCode}`

/** The password encrypted for this account. */
export const encryptPassword = (keys: Keyring, account: AccountName, password: string): string =>
  encryptText(keys, password, passwordPlace(account))

/**
 * Decrypts the password, for the member to see and for the provider: the one that the provider is asked for, if there is one, because only
 * that becomes true.
 */
export const readPassword = (
  keys: Keyring,
  account: AccountName & Pick<GameAccount, 'password' | 'pending'>,
): string =>
  account.pending === null
    ? decryptText(keys, account.password, passwordPlace(account))
    : decryptText(keys, account.pending, pendingPlace(account))
