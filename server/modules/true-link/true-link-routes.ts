import { sendTrueLink } from '#api/contract/true-link.ts'
import { type Route, routeInOneStatement } from '../../http/route.ts'
import { takeGift } from './true-link-service.ts'

export const routes: readonly Route[] = [routeInOneStatement(sendTrueLink, takeGift)]
