import { withdraw, withdrawAll } from '#api/contract/wallet.ts'
import type { RequestContext } from '../../http/route.ts'
import { route, type Route } from '../../http/route.ts'
import type { Payout } from '../../providers/bank.ts'
import { beginProviderTransfers, openProviderTransfers } from '../transfer/provider-transfers.ts'
import { collectGames } from '../transfer/transfer-service.ts'
import { sendPayout } from './send-payout.ts'
import { askWithdrawal } from './withdraw-service.ts'

type Asked = RequestContext<typeof withdraw> | RequestContext<typeof withdrawAll>

function handToBank({ app, member, afterCommit }: Asked, payout: Payout): void {
  afterCommit(() => {
    app.realtime.walletChanged(member.id, 'withdraw')
    return sendPayout(app, payout)
  })
}

export const withdrawRoutes: readonly Route[] = [
  route(withdraw, async (context) => {
    const { app, db, member, body } = context
    const order = { memberId: member.id, amount: body.amount, now: app.clock.now() }
    handToBank(context, await askWithdrawal(db, order))
    return { message: 'SUCCESS' }
  }),

  route(
    withdrawAll,
    async (context, order) => {
      const { app, db, member, body, operationId } = context
      const move = await beginProviderTransfers(context, order)
      const payout = await askWithdrawal(db, {
        memberId: member.id,
        amount: body.amount,
        now: app.clock.now(),
        collect: () => collectGames(db, move, { memberId: member.id, operationId }),
      })
      handToBank(context, payout)
      return { message: 'SUCCESS' }
    },
    { prepare: openProviderTransfers },
  ),
]
