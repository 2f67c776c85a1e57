import * as v from 'valibot'
import { amountSchema, type AmountLimits } from '#lib/amount-schema.ts'

export interface WithdrawFields {
  amount: string
}

/** The amount is parsed to satang. */
export function withdrawSchema(limits: AmountLimits) {
  return v.object({ amount: amountSchema(limits) })
}
