import { withdraw } from '#api/contract/wallet.ts'
import { route, type Route } from '../../http/route.ts'
import { sendPayout } from './send-payout.ts'
import { checkWithdrawal, takeWithdrawal } from './withdraw-service.ts'

export const withdrawRoutes: readonly Route[] = [
  route(withdraw, async ({ app, db, member, body, afterCommit }) => {
    const order = { memberId: member.id, amount: body.amount, now: app.clock.now() }
    const payout = await takeWithdrawal(db, { ...order, ...(await checkWithdrawal(db, order)) })
    afterCommit(() => {
      app.realtime.walletChanged(member.id, 'withdraw')
      return sendPayout(app, payout)
    })
    return { message: 'SUCCESS' }
  }),
]
