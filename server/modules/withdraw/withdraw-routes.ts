import { withdraw } from '#api/contract/wallet.ts'
import { routeInOneStatement, type Route } from '../../http/route.ts'
import { withdrawAtOnce } from './withdraw-service.ts'

export const withdrawRoutes: readonly Route[] = [
  routeInOneStatement(withdraw, (context, bodyOf) => withdrawAtOnce(context, bodyOf({ message: 'SUCCESS' }))),
]
