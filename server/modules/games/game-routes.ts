import { and, eq } from 'drizzle-orm'
import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/wallet.ts'
import { countOrder } from '../../providers/count-order.ts'
import { gameAccounts } from '../../database/schema/games.ts'
import { ApiError, catchApiError } from '../../http/api-error.ts'
import { type Beforehand, route, type Route } from '../../http/route.ts'
import { mapProviderFailure } from '../../providers/map-provider-failure.ts'
import { encryptPassword, findAccount, findGame, readPassword, requireAccount } from './game-account.ts'

export const gameRoutes: readonly Route[] = [
  route(getGameAccount, async ({ app, db, member, params }) => {
    const account = await requireAccount(db, member.id, params.slot)
    const { username, event } = account
    return { username, password: readPassword(app.keys, account), event }
  }),

  route(
    activateGame,
    async ({ app, db, member, params }, opened) => {
      if (opened instanceof ApiError) throw opened
      const { code } = await findGame(db, params.slot)
      if ((await findAccount(db, member.id, code))?.isActive) throw new ApiError('SLOT_ALREADY_ACTIVE')
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
    },
    { prepare: (context: Beforehand<typeof activateGame>) => catchApiError(() => openAccount(context)) },
  ),

  // A new password also activates an account that was inactive.
  route(
    resetGamePassword,
    async ({ app, db, member, params }, renewed) => {
      if (renewed instanceof ApiError) throw renewed
      const { before, password } = renewed
      const account = await findAccount(db, member.id, params.slot)
      // Another process has reset it meanwhile: which of both passwords the provider has now is not known.
      if (!account || account.password !== before.password) throw new ApiError('SLOT_RESET_PASSWORD_FAIL')
      await db
        .update(gameAccounts)
        .set({
          password: encryptPassword(app.keys, account, password),
          isActive: true,
          updatedAt: app.clock.now(),
        })
        .where(and(eq(gameAccounts.memberId, member.id), eq(gameAccounts.gameCode, params.slot)))
      return { username: account.username, password, event: account.event }
    },
    {
      prepare: (context: Beforehand<typeof resetGamePassword>) => catchApiError(() => renewPassword(context)),
    },
  ),
]

async function openAccount({ app, member, params }: Beforehand<typeof activateGame>) {
  const { code } = await findGame(app.db, params.slot)
  if ((await findAccount(app.db, member.id, code))?.isActive) throw new ApiError('SLOT_ALREADY_ACTIVE')
  return mapProviderFailure('SLOT_ACTIVATE_FAIL', app.providers.games.openAccount(code, member.id))
}

async function renewPassword({ app, member, params }: Beforehand<typeof resetGamePassword>) {
  const { code } = await findGame(app.db, params.slot)
  const before = await findAccount(app.db, member.id, code)
  if (!before) throw new ApiError('SLOT_NO_ACCOUNT')
  await countOrder(app, member.id, 'game-password')
  const player = { gameCode: code, memberId: member.id, username: before.username }
  const password = await mapProviderFailure(
    'SLOT_RESET_PASSWORD_FAIL',
    app.providers.games.resetPassword(player),
  )
  return { before, password }
}
