import { transfer, transferAll } from '#api/contract/wallet.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, type Route } from '../../http/route.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { beginProviderTransfers, openProviderTransfers } from './provider-transfers.ts'
import { collectGames, fillGame, transferMoney, WALLET } from './transfer-service.ts'

/** Satang. */
const MINIMUM = 100

export const transferRoutes: readonly Route[] = [
  route(
    transfer,
    async (context, order) => {
      const { app, db, member, body, operationId, afterCommit } = context
      const move = await beginProviderTransfers(context, order)
      const { from, to, amount } = body
      if (amount < MINIMUM) throw new ApiError('TRANSFER_MINIMUM')
      await lockMember(db, member.id)
      await transferMoney(db, move, { memberId: member.id, operationId, amount, from, to })
      afterCommit(() => app.realtime.walletChanged(member.id, 'transfer'))
      return { message: 'SUCCESS', amount }
    },
    { prepare: openProviderTransfers },
  ),

  // No minimum here: "everything" includes the last satang, and an empty wallet moves nothing.
  route(
    transferAll,
    async (context, order) => {
      const { app, db, member, body, operationId, afterCommit } = context
      const move = await beginProviderTransfers(context, order)
      await lockMember(db, member.id)
      const amount =
        body.to === WALLET
          ? await collectGames(db, move, { memberId: member.id, operationId })
          : await fillGame(db, move, { memberId: member.id, operationId, gameCode: body.to })
      if (amount > 0) afterCommit(() => app.realtime.walletChanged(member.id, 'transfer'))
      return { message: 'SUCCESS', amount }
    },
    { prepare: openProviderTransfers },
  ),
]
