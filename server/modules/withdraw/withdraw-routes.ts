import { withdraw } from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { route, routeInOneStatement, type Route } from '../../http/route.ts'
import { cancel } from './cancel-withdrawal.ts'
import { rulesWithSession, withdrawAtOnce } from './withdraw-service.ts'

export const withdrawRoutes: readonly Route[] = [
  routeInOneStatement(
    withdraw,
    (context, bodyOf) => withdrawAtOnce(context, bodyOf({ message: 'SUCCESS' })),
    { withSession: rulesWithSession },
  ),

  route(cancelWithdrawal, async (context) => {
    await cancel(context)
    return { message: 'SUCCESS' }
  }),
]
