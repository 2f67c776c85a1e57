import { collect as collectCall, getCollection } from '#api/contract/collect.ts'
import { MIN_TRANSFER, transfer, transferAll, WALLET, withdrawAll } from '#api/contract/wallet.ts'
import { sessionWith } from '../../auth/sessions.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import { route, routeInOneStatement, type Route } from '../../http/route.ts'
import { beginWithdrawal, withdrawalRules } from '../withdraw/withdraw-service.ts'
import { collect, readCollection } from './collect.ts'
import { beginTransfer, planTransfer } from './begin-transfer.ts'
import {
  accountIn,
  type Funds,
  funds,
  fundsWithSession,
  planCollecting,
  planFilling,
} from './plan-transfers.ts'
import { finishInTime } from './finish-transfer.ts'
import { amountOf } from './provider-transfers.ts'

const rulesAndFunds = sessionWith({ ...withdrawalRules, funds })
const transfersReserve = operationBy<{ funds: Funds }>('transfers_reserve')

export const routes: readonly Route[] = [
  routeInOneStatement(transfer, (context, bodyOf) => {
    const { from, to, amount } = context.body
    const refusal = amount < MIN_TRANSFER ? 'TRANSFER_MINIMUM' : from === to ? 'KEY_INVALID' : null
    return beginTransfer(context, { refusal, reply: bodyOf({ message: 'SUCCESS', amount }) })
  }),

  // No minimum here: "everything" includes the last satang, and an empty wallet moves nothing.
  routeInOneStatement(
    transferAll,
    (context, bodyOf) => {
      const { app, member, body, along } = context
      return transfersReserve(context, (told) => {
        const { wallet, games } = told?.funds ?? along.funds
        const into = body.to === WALLET ? undefined : accountIn(games, body.to)
        const plan = into
          ? planFilling(Math.min(wallet, body.atMost ?? wallet), member.id, into)
          : planCollecting(games, member.id)
        const answer = bodyOf({ message: 'SUCCESS', amount: plan ? amountOf(plan.taken) : 0 })
        const planned = plan && planTransfer(context, { ...plan, reply: answer })
        return {
          given: { funds: into ? { wallet } : { games }, into, transfers: planned ? [planned.given] : [] },
          body: answer,
          finish: planned ? () => finishInTime(app, planned.transfer) : undefined,
        }
      })
    },
    { withSession: fundsWithSession },
  ),

  routeInOneStatement(collectCall, collect, { withSession: fundsWithSession }),

  route(getCollection, ({ db, member, params }) => readCollection(db, member.id, params.id)),

  // Collects every game into the wallet, then withdraws.
  routeInOneStatement(
    withdrawAll,
    (context, bodyOf) => {
      const { app, member, body, along } = context
      const answer = bodyOf({ message: 'SUCCESS' })
      return beginWithdrawal<{ funds: Funds }>(context, answer, (told) => {
        const { games } = told?.funds ?? along.funds
        const plan = planCollecting(games, member.id, body.amount)
        const planned = plan && planTransfer(context, { ...plan, reply: answer })
        return {
          given: { funds: { games }, transfers: planned ? [planned.given] : [] },
          finish: planned
            ? (payee) =>
                finishInTime(app, { ...planned.transfer, withdrawal: { ...payee, amount: body.amount } })
            : undefined,
        }
      })
    },
    { withSession: rulesAndFunds },
  ),
]
