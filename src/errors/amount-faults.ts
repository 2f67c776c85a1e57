import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AmountFault, AmountLimits } from '#lib/money/amount-schema.ts'
import { lookup } from '#lib/lookup.ts'
import { formatMoney } from '#lib/money/money.ts'

/** The text under an amount field; undefined without a fault, and for one that is not about the amount. */
export function amountFaultText(
  fault: string | undefined,
  limits: AmountLimits,
): MessageDescriptor | undefined {
  if (fault === undefined) return undefined
  const minimum = formatMoney(limits.minimum)
  const maximum = formatMoney(limits.maximum ?? 0)
  const texts: Record<AmountFault, MessageDescriptor> = {
    empty: msg`Please enter an amount.`,
    'not-a-number': msg`Please enter the amount in digits, such as 100 or 99.50.`,
    'too-many-decimals': msg`Please use at most two decimals.`,
    'too-large': msg`This amount is too large.`,
    negative: msg`Please enter an amount above zero.`,
    'below-minimum': msg`The minimum is ${minimum}. Please enter more.`,
    'above-maximum': msg`The maximum is ${maximum}. Please enter less.`,
    'not-enough': msg`There is not enough money for this. Please enter less.`,
  }
  return lookup(texts, fault)
}
