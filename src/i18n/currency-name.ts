import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { lookup } from '#lib/lookup.ts'

const currencies: Record<string, MessageDescriptor> = {
  LAK: msg`Kip (LAK)`,
  BAHT: msg`Baht (THB)`,
  THB: msg`Baht (THB)`,
  USD: msg`US dollar (USD)`,
}

/** The currency of an account in the app's language; an unknown code is shown as received. */
export function currencyName(currency: string, i18n: I18n): string {
  const name = lookup(currencies, currency)
  return name ? i18n._(name) : currency
}
