import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { message, text } from './fields.ts'
import { money, positiveMoney } from './money.ts'

/**
 * `qrcode` is SVG markup, a data URL or an image's address, with the light border that scanners need: it is shown in an `<img>`,
 * never as markup.
 */
const waitingQr = v.object({
  hasQrcode: v.literal(true),
  qrcodeId: v.string(),
  qrcode: v.string(),
  amount: money,
  /** Milliseconds since 1970, by the server's clock. */
  expireIn: v.number(),
  message: text,
})
const noQr = v.object({ hasQrcode: v.literal(false), message: text })
const qrRecord = v.variant('hasQrcode', [waitingQr, noQr])

export type QrRecord = v.InferOutput<typeof qrRecord>
export type WaitingQr = v.InferOutput<typeof waitingQr>

export const getQr = memberCall('getQr', 'GET /api/qrcode/:code', {
  reply: qrRecord,
  errors: ['QR_FAIL'],
})

export const createQr = operation('createQr', 'POST /api/qrcode/:code', {
  body: v.object({ amount: positiveMoney }),
  reply: qrRecord,
  errors: ['QR_FAIL', 'DEPOSIT_LIMIT', 'PLAY_BREAK'],
})

export const cancelQr = operation('cancelQr', 'DELETE /api/qrcode/:qrcodeId', {
  reply: message,
  errors: ['QR_FAIL'],
})
