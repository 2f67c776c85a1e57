import { sendTrueLink } from '#api/contract/wallet.ts'
import { type Route, routeInOneStatement } from '../../http/route.ts'
import { takeGift } from './true-link-service.ts'

export const trueLinkRoutes: readonly Route[] = [routeInOneStatement(sendTrueLink, takeGift)]
