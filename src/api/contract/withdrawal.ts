import * as v from 'valibot'
import { operation } from './call.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    withdrawals: true
  }
}

/**
 * `:id` is the reference of the withdrawal's row in the statement. The money goes back to the wallet, unless the bank may have it. One
 * whose money is back already is answered as if it went now, and nothing moves again.
 */
export const cancelWithdrawal = operation('cancelWithdrawal', 'POST /api/wallet/withdraw/:id/cancel', {
  extension: 'withdrawals',
  reply: v.object({
    message: v.string(),
    /** It was refused before: nobody cancelled it. */
    isReturned: v.nullish(v.boolean()),
    /** Staff refused it, and no bank was asked. */
    isRefusedByStaff: v.nullish(v.boolean()),
  }),
  errors: ['WITHDRAW_TOO_LATE'],
})
