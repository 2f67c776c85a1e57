import { withdraw, withdrawAll } from '#api/contract/wallet.ts'
import type { Exchange } from '../../http/route.ts'
import { route, type Route } from '../../http/route.ts'
import type { Payout } from '../../providers/bank.ts'
import { beginMoves, openMoves } from '../transfer/provider-transfers.ts'
import { collectGames } from '../transfer/transfer-service.ts'
import { handPayout } from './hand-payout.ts'
import { askWithdrawal } from './withdraw-service.ts'

type Asked = Exchange<typeof withdraw> | Exchange<typeof withdrawAll>

function handToBank({ app, member, afterCommit }: Asked, payout: Payout): void {
  afterCommit(() => {
    app.realtime.walletChanged(member.id, 'withdraw')
    return handPayout(app, payout)
  })
}

export const withdrawRoutes: readonly Route[] = [
  route(withdraw, async (exchange) => {
    const { app, db, member, body } = exchange
    const order = { memberId: member.id, amount: body.amount, now: app.clock.now() }
    handToBank(exchange, await askWithdrawal(db, order))
    return { message: 'SUCCESS' }
  }),

  route(
    withdrawAll,
    async (exchange, order) => {
      const { app, db, member, body, act } = exchange
      const move = await beginMoves(exchange, order)
      const payout = await askWithdrawal(db, {
        memberId: member.id,
        amount: body.amount,
        now: app.clock.now(),
        collect: () => collectGames(db, move, { memberId: member.id, act }),
      })
      handToBank(exchange, payout)
      return { message: 'SUCCESS' }
    },
    { prepare: openMoves },
  ),
]
