import { operation } from './call.ts'
import { message } from './fields.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    withdrawals: true
  }
}

/** `:id` is the reference of the withdrawal's row in the statement. The money goes back to the wallet, unless the bank may have it. */
export const cancelWithdrawal = operation('cancelWithdrawal', 'POST /api/wallet/withdraw/:id/cancel', {
  extension: 'withdrawals',
  reply: message,
  errors: ['WITHDRAW_TOO_LATE'],
})
