import * as v from 'valibot'
import { amountSchema, type AmountLimits } from '#lib/amount-schema.ts'

export interface DepositFields {
  amount: string
}

/** The parsed amount is in satang. */
export function depositSchema(limits: AmountLimits) {
  return v.object({ amount: amountSchema(limits) })
}
