import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { text } from './fields.ts'

export const uploadSlip = operation('uploadSlip', 'POST /api/wallet/slip', {
  upload: 12 * 2 ** 20,
  reply: v.object({ reference: text }),
  errors: ['SLIP_NO_FILE', 'SLIP_INVALID_FILE', 'SLIP_UPLOAD_FAIL'],
})

export const getSlipLink = memberCall('getSlipLink', 'GET /api/statement/slip/reference/:reference', {
  reply: v.object({ url: v.string() }),
})
