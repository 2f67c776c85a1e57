import { collect as collectCall, getCollection } from '#api/contract/collect.ts'
import { transfer, transferAll, withdrawAll } from '#api/contract/wallet.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, routeInOneStatement, type Route } from '../../http/route.ts'
import { walletOf } from '../../ledger/accounts.ts'
import { balancesOf } from '../../ledger/balances.ts'
import {
  checkWithdrawal,
  takeWithdrawal,
  takeWithdrawalProof,
  tellBank,
} from '../withdraw/withdraw-service.ts'
import { collect, lastCollection } from './collect.ts'
import { beginTransfer, reserveTransfer } from './begin-transfer.ts'
import { amountOf } from './provider-transfers.ts'
import { planCollecting, planFilling, WALLET } from './transfer-service.ts'

/** Satang. */
const MINIMUM = 100

export const transferRoutes: readonly Route[] = [
  routeInOneStatement(transfer, (context, bodyOf) => {
    const { from, to, amount } = context.body
    const refusal = amount < MINIMUM ? 'TRANSFER_MINIMUM' : from === to ? 'KEY_INVALID' : null
    return beginTransfer(context, { refusal, reply: bodyOf({ message: 'SUCCESS', amount }) })
  }),

  // No minimum here: "everything" includes the last satang, and an empty wallet moves nothing.
  route(transferAll, async (context) => {
    const { db, member, body } = context
    const plan =
      body.to === WALLET ? await planCollecting(db, member.id) : await planFilling(db, member.id, body.to)
    if (!plan) return { message: 'SUCCESS', amount: 0 }
    return reserveTransfer(context, { ...plan, reply: { message: 'SUCCESS', amount: amountOf(plan.taken) } })
  }),

  route(collectCall, collect),

  route(getCollection, ({ db, member }) => lastCollection(db, member.id)),

  // Collects every game into the wallet, then withdraws. What the games do not hold is reserved from the wallet, so that
  // it cannot be missing once they have paid.
  route(withdrawAll, async (context) => {
    const { app, db, member, body, afterCommit } = context
    const { amount } = body
    const order = { memberId: member.id, amount, now: app.clock.now() }
    const payee = await checkWithdrawal(db, { ...order, bankAccount: body.bankAccount })
    await takeWithdrawalProof(db, amount, { member, otpToken: body.otpToken, now: order.now })
    const plan = await planCollecting(db, member.id)
    const reply = { message: 'SUCCESS' }
    if (!plan) {
      const payout = await takeWithdrawal(db, { ...order, ...payee })
      afterCommit(() => tellBank(app, member.id, payout))
      return reply
    }
    const missing = Math.max(0, amount - amountOf(plan.taken))
    const { wallet } = await balancesOf(db, member.id)
    if (missing > wallet) throw new ApiError('MONEY_NOT_ENOUGH')
    const taken = missing > 0 ? { ...plan.taken, [walletOf(member.id)]: missing } : plan.taken
    return reserveTransfer(context, { ...plan, taken, withdrawal: { ...payee, amount }, reply })
  }),
]
