import type { ReplyInput } from '#api/contract/call.ts'
import { cancelQr as cancelQrCall, createQr as createQrCall, getQr } from '#api/contract/qrcode.ts'
import { drawQr } from '#lib/payments/draw-qr.ts'
import { ApiError, catchApiError } from '../../http/api-error.ts'
import { type Beforehand, route, type Route, routeInOneStatement } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'
import { cancelQr, createQr, findWaitingQr, prepareQr, readChannel, type Shown } from './qr-service.ts'

function shown(qr: Shown | null): ReplyInput<typeof getQr> {
  if (qr === null) return { hasQrcode: false }
  return {
    hasQrcode: true,
    qrcodeId: qr.id,
    qrcode: drawQr(qr.payload),
    amount: qr.amount,
    expireIn: qr.expiresAt.getTime(),
  }
}

export const routes: readonly Route[] = [
  route(getQr, async ({ app, db, member, params }) => {
    const channel = await readChannel(db, params.code)
    return shown(await findWaitingQr(db, member.id, channel, app.clock.now()))
  }),

  routeInOneStatement(
    createQrCall,
    (context, bodyOf, prepared) => createQr(context, (qr) => bodyOf(shown(qr)), prepared),
    {
      prepare: ({ app, member, params, body }: Beforehand<typeof createQrCall>) =>
        catchApiError(async () => {
          const channel = await readChannel(app.db, params.code)
          return prepareQr(app, { memberId: member.id, channel, amount: body.amount })
        }),
    },
  ),

  route(cancelQrCall, async ({ app, db, member, params, afterCommit }) => {
    if (!isUuid(params.qrcodeId)) throw new ApiError('QR_FAIL')
    const wasOpen = await cancelQr(db, member.id, params.qrcodeId)
    // The member's other tabs and phones may still show the code, and somebody may be about to pay it.
    if (wasOpen) afterCommit(() => app.realtime.walletChanged(member.id, 'deposit'))
    return { message: 'SUCCESS' }
  }),
]
