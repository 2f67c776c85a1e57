import { withdraw } from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { sessionWith } from '../../auth/sessions.ts'
import { route, routeInOneStatement, type Route } from '../../http/route.ts'
import { cancel } from './cancel-withdrawal.ts'
import { beginWithdrawal, withdrawalRules } from './withdraw-service.ts'

const rulesWithSession = sessionWith(withdrawalRules)

export const routes: readonly Route[] = [
  routeInOneStatement(
    withdraw,
    (context, bodyOf) => beginWithdrawal(context, bodyOf({ message: 'SUCCESS' })),
    { withSession: rulesWithSession },
  ),

  route(cancelWithdrawal, cancel),
]
