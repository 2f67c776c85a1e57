import { transfer, transferAll } from '#api/contract/wallet.ts'
import { Refusal } from '../../http/refusal.ts'
import { route, type Route } from '../../http/route.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { beginMoves, openMoves } from './provider-transfers.ts'
import { collectGames, fillGame, transferMoney, WALLET } from './transfer-service.ts'

/** Satang. */
const MINIMUM = 100

export const transferRoutes: readonly Route[] = [
  route(
    transfer,
    async (exchange, order) => {
      const { app, db, member, body, act, afterCommit } = exchange
      const move = await beginMoves(exchange, order)
      const { from, to, amount } = body
      if (amount < MINIMUM) throw new Refusal('TRANSFER_MINIMUM')
      await lockMember(db, member.id)
      await transferMoney(db, move, { memberId: member.id, act, amount, from, to })
      afterCommit(() => app.realtime.walletChanged(member.id, 'transfer'))
      return { message: 'SUCCESS', amount }
    },
    { prepare: openMoves },
  ),

  // No minimum here: whoever moves everything means the last satang too, and an empty wallet moves nothing.
  route(
    transferAll,
    async (exchange, order) => {
      const { app, db, member, body, act, afterCommit } = exchange
      const move = await beginMoves(exchange, order)
      await lockMember(db, member.id)
      const amount =
        body.to === WALLET
          ? await collectGames(db, move, { memberId: member.id, act })
          : await fillGame(db, move, { memberId: member.id, act, gameCode: body.to })
      if (amount > 0) afterCommit(() => app.realtime.walletChanged(member.id, 'transfer'))
      return { message: 'SUCCESS', amount }
    },
    { prepare: openMoves },
  ),
]
