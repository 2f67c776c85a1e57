import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { lookup } from '#lib/lookup.ts'

const currencies: Record<string, MessageDescriptor> = {
  LAK: msg`Kip (LAK)`,
  BAHT: msg`Baht (THB)`,
  THB: msg`Baht (THB)`,
  USD: msg`US dollar (USD)`,
}

/** The currency of an account as a text; undefined for an unknown code, which is shown as received. */
export function currencyText(currency: string): MessageDescriptor | undefined {
  return lookup(currencies, currency)
}
