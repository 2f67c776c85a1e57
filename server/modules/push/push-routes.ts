import { getPush, movePush, savePushPreferences, subscribePush, unsubscribePush } from '#api/contract/push.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, type Route } from '../../http/route.ts'
import { isPushService } from '../../push/push-services.ts'
import * as subscriptions from '../../push/subscriptions.ts'

const noPush = () => new ApiError('NO_DATA', 404)

export const routes: readonly Route[] = [
  route(getPush, async ({ app, db, member, session }) => {
    if (!app.push) throw noPush()
    return {
      publicKey: app.push.publicKey,
      subscription: (await subscriptions.findSubscription(db, session)) ?? null,
      preferences: await subscriptions.readPushPreferences(db, member.id),
    }
  }),

  route(
    subscribePush,
    async ({ app, db, member, session, body }) => {
      if (!app.push || !isPushService(body.endpoint, app.config)) throw noPush()
      const now = app.clock.now()
      return { id: await subscriptions.subscribe(db, { ...body, memberId: member.id, session, now }) }
    },
    { perMinute: 20 },
  ),

  route(
    movePush,
    async ({ app, db, body }) => {
      if (!app.push || !isPushService(body.endpoint, app.config)) throw noPush()
      if (!(await subscriptions.move(db, body))) throw noPush()
      return { message: 'SUCCESS' }
    },
    { perMinute: 20 },
  ),

  route(unsubscribePush, async ({ db, session }) => {
    await subscriptions.unsubscribe(db, session)
    return { message: 'SUCCESS' }
  }),

  route(
    savePushPreferences,
    async ({ db, member, body }) => {
      await subscriptions.writePushPreferences(db, member.id, body)
      return { message: 'SUCCESS' }
    },
    { perMinute: 60 },
  ),
]
