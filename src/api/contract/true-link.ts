import * as v from 'valibot'
import { operation } from './call.ts'
import { message } from './fields.ts'

export const sendTrueLink = operation('sendTrueLink', 'POST /api/wallet/truelink', {
  /** AES ciphertext of `LINK::WALLET ACCOUNT NAME`, OpenSSL passphrase format. */
  body: v.object({ link: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4000)) }),
  reply: message,
  errors: ['TRUELINK_DUPLICATE', 'TRUELINK_INVALID', 'DEPOSIT_LIMIT', 'PLAY_BREAK'],
})
