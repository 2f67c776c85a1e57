import { and, eq } from 'drizzle-orm'
import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/wallet.ts'
import { gameAccounts } from '../../database/schema/games.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, type Route } from '../../http/route.ts'
import { mapProviderFailure } from '../../providers/map-provider-failure.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { encryptPassword, findAccount, findGame, readPassword, requireAccount } from './game-account.ts'

export const gameRoutes: readonly Route[] = [
  route(getGameAccount, async ({ app, db, member, params }) => {
    const account = await requireAccount(db, member.id, params.slot)
    const { username, event } = account
    return { username, password: readPassword(app.keys, account), event }
  }),

  route(activateGame, async ({ app, db, member, params }) => {
    const { code } = await findGame(db, params.slot)
    await lockMember(db, member.id)
    if ((await findAccount(db, member.id, code))?.isActive) throw new ApiError('SLOT_ALREADY_ACTIVE')
    const opened = await mapProviderFailure(
      'SLOT_ACTIVATE_FAIL',
      app.providers.games.openAccount(code, member.id),
    )
    const name = { memberId: member.id, gameCode: code }
    const stored = { ...opened, password: encryptPassword(app.keys, name, opened.password) }
    await db
      .insert(gameAccounts)
      .values({ ...name, ...stored })
      .onConflictDoUpdate({
        target: [gameAccounts.memberId, gameAccounts.gameCode],
        set: { ...stored, isActive: true, updatedAt: app.clock.now() },
      })
    return opened
  }),

  // A new password also activates an account that was inactive.
  route(resetGamePassword, async ({ app, db, member, params }) => {
    const { code } = await findGame(db, params.slot)
    await lockMember(db, member.id)
    const account = await findAccount(db, member.id, code)
    if (!account) throw new ApiError('SLOT_NO_ACCOUNT')
    const { username, event } = account
    const player = { gameCode: code, memberId: member.id, username }
    const password = await mapProviderFailure(
      'SLOT_RESET_PASSWORD_FAIL',
      app.providers.games.resetPassword(player),
    )
    await db
      .update(gameAccounts)
      .set({
        password: encryptPassword(app.keys, account, password),
        isActive: true,
        updatedAt: app.clock.now(),
      })
      .where(and(eq(gameAccounts.memberId, member.id), eq(gameAccounts.gameCode, code)))
    return { username, password, event }
  }),
]
