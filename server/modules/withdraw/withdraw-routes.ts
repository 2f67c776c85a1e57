import { withdraw, withdrawAll } from '#api/contract/wallet.ts'
import type { Exchange } from '../../http/route.ts'
import { route, type Route } from '../../http/route.ts'
import { describeError } from '../../log.ts'
import type { Payout } from '../../providers/bank.ts'
import { movesAtProviders } from '../transfer/provider-moves.ts'
import { collectGames } from '../transfer/transfer-service.ts'
import { readAmount } from '../wallet/read-amount.ts'
import { askWithdrawal } from './withdraw-service.ts'

type Asked = Exchange<typeof withdraw> | Exchange<typeof withdrawAll>

/** The money already waits, and stays on the list of what the bank owes: its no now is ours to see to, not the member's. */
function handToBank({ app, member, log, afterCommit }: Asked, payout: Payout): void {
  afterCommit(async () => {
    app.realtime.walletChanged(member.id, 'withdraw')
    try {
      await app.providers.bank.payOut(payout)
    } catch (error) {
      log.error('payout-not-taken', { withdrawal: payout.reference, ...describeError(error) })
    }
  })
}

export const withdrawRoutes: readonly Route[] = [
  route(withdraw, async (exchange) => {
    const { db, member, body } = exchange
    handToBank(exchange, await askWithdrawal(db, { memberId: member.id, amount: readAmount(body.amount) }))
    return { message: 'SUCCESS' }
  }),

  route(withdrawAll, async (exchange) => {
    const { db, member, body, act } = exchange
    const payout = await askWithdrawal(db, {
      memberId: member.id,
      amount: readAmount(body.amount),
      collect: () => collectGames(db, movesAtProviders(exchange), { memberId: member.id, act }),
    })
    handToBank(exchange, payout)
    return { message: 'SUCCESS' }
  }),
]
