import { sendTrueLink } from '#api/contract/true-link.ts'
import { type Route, routeInOneStatement } from '../../http/route.ts'
import { countOrder } from '../../providers/count-order.ts'
import { takeGift } from './true-link-service.ts'

export const routes: readonly Route[] = [
  routeInOneStatement(sendTrueLink, takeGift, {
    prepare: ({ app, member }) => countOrder(app, member.id, 'gift-link'),
  }),
]
