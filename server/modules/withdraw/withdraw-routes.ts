import { withdraw, withdrawAll } from '#api/contract/wallet.ts'
import type { Exchange } from '../../http/route.ts'
import { route, type Route } from '../../http/route.ts'
import type { Payout } from '../../providers/bank.ts'
import { beginMoves, openMoves } from '../transfer/provider-moves.ts'
import { collectGames } from '../transfer/transfer-service.ts'
import { readAmount } from '../wallet/read-amount.ts'
import { handPayout } from './hand-payouts.ts'
import { askWithdrawal } from './withdraw-service.ts'

type Asked = Exchange<typeof withdraw> | Exchange<typeof withdrawAll>

function handToBank({ app, member, log, afterCommit }: Asked, payout: Payout): void {
  afterCommit(() => {
    app.realtime.walletChanged(member.id, 'withdraw')
    return handPayout(app.providers.bank, payout, log)
  })
}

export const withdrawRoutes: readonly Route[] = [
  route(withdraw, async (exchange) => {
    const { db, member, body } = exchange
    handToBank(exchange, await askWithdrawal(db, { memberId: member.id, amount: readAmount(body.amount) }))
    return { message: 'SUCCESS' }
  }),

  route(
    withdrawAll,
    async (exchange, order) => {
      const { db, member, body, act } = exchange
      const move = await beginMoves(exchange, order)
      const payout = await askWithdrawal(db, {
        memberId: member.id,
        amount: readAmount(body.amount),
        collect: () => collectGames(db, move, { memberId: member.id, act }),
      })
      handToBank(exchange, payout)
      return { message: 'SUCCESS' }
    },
    { prepare: openMoves },
  ),
]
