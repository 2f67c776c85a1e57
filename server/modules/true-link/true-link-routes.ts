import { sendTrueLink } from '#api/contract/wallet.ts'
import { route, type Route } from '../../http/route.ts'
import { takeGift } from './true-link-service.ts'

export const trueLinkRoutes: readonly Route[] = [
  route(sendTrueLink, async ({ app, db, member, body }) => {
    const { truelinkKey: key } = app.config
    await takeGift(db, { memberId: member.id, ciphertext: body.link, key, now: app.clock.now() })
    return { message: 'SUCCESS' }
  }),
]
