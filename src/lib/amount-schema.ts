import * as v from 'valibot'
import { parseAmount, type AmountProblem } from './money.ts'

/** Satang. */
export interface AmountLimits {
  minimum: number
  maximum?: number
  /** What there is to take from; unknown while it has not loaded. */
  available?: number
}

export type AmountFault = AmountProblem | 'below-minimum' | 'above-maximum' | 'not-enough'

/** What keeps this amount from being used, the member's own money last: a limit is the better thing to learn first. */
export function amountFault(satang: number, limits: AmountLimits): AmountFault | undefined {
  if (satang < limits.minimum) return 'below-minimum'
  if (limits.maximum !== undefined && satang > limits.maximum) return 'above-maximum'
  if (limits.available !== undefined && satang > limits.available) return 'not-enough'
  return undefined
}

/** A typed amount to satang within limits; the issue's message is an `AmountFault`. */
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

/** The satang typed so far, for what is shown beside the field; undefined while it cannot be read. */
export function typedSatang(text: string): number | undefined {
  const amount = parseAmount(text)
  return amount.ok ? amount.satang : undefined
}
