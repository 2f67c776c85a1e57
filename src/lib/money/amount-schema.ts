import * as v from 'valibot'
import { parseAmount, type AmountProblem } from './money.ts'

/** Satang. */
export interface AmountLimits {
  minimum: number
  maximum?: number
  /** The balance that the amount is taken from; undefined until it has loaded. */
  available?: number
}

export type AmountFault = AmountProblem | 'below-minimum' | 'above-maximum' | 'not-enough'

/** Why this amount cannot be used, or undefined. Limits are checked before the balance, because they hold for any balance. */
export function amountFault(satang: number, limits: AmountLimits): AmountFault | undefined {
  if (satang < limits.minimum) return 'below-minimum'
  if (limits.maximum !== undefined && satang > limits.maximum) return 'above-maximum'
  if (limits.available !== undefined && satang > limits.available) return 'not-enough'
  return undefined
}

/** Parses a typed amount in baht into satang and checks the limits. The issue's message is an `AmountFault`. */
export function amountSchema(limits: AmountLimits) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
      const amount = parseAmount(dataset.value)
      const fault = amount.ok ? amountFault(amount.satang, limits) : amount.reason
      if (amount.ok && fault === undefined) return amount.satang
      addIssue({ message: fault ?? 'not-a-number' })
      return NEVER
    }),
  )
}

export interface AmountFields {
  amount: string
}

/** A form of one amount, parsed to satang. */
export function amountForm(limits: AmountLimits) {
  return v.object({ amount: amountSchema(limits) })
}

/** The typed amount in satang, for what is shown beside the field; undefined while it cannot be parsed. */
export function typedSatang(text: string): number | undefined {
  const amount = parseAmount(text)
  return amount.ok ? amount.satang : undefined
}
