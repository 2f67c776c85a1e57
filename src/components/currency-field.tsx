import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { currencyName } from '#i18n/currency-name.ts'
import { type AccountCurrency, accountCurrencies } from '#lib/payments/account-currencies.ts'
import { Field } from '#ui/form/field.tsx'
import { Segments } from '#ui/form/segments.tsx'

interface CurrencyFieldProps {
  value: AccountCurrency
  onChange: (currency: AccountCurrency) => void
  error: ReactNode
}

/** The choice of an account's currency, which only Laos asks for. */
export function CurrencyField({ value, onChange, error }: CurrencyFieldProps) {
  const { t, i18n } = useLingui()
  const options = accountCurrencies.toReversed().map((currency) => ({
    value: currency,
    label: currencyName(currency, i18n),
  }))
  const label = t`Currency of the account`
  return (
    <Field label={label} error={error} group>
      <Segments id="currency" {...{ label, value, onChange, options }} />
    </Field>
  )
}
