import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { OwnBankAccount } from '#api/contract/bank-account.ts'
import { bankName } from '#i18n/bank-name.ts'
import { currencyName } from '#i18n/currency-name.ts'
import { Choices } from '#ui/form/choices.tsx'

interface AccountChoiceProps {
  accounts: readonly OwnBankAccount[]
  /** Undefined for the usual account. */
  other: OwnBankAccount | undefined
  /** Called when one is chosen, and when what is known of the chosen one has changed. */
  onChoose: (other: OwnBankAccount | undefined) => void
}

/** One of several accounts; renders nothing where only one is left. */
export function AccountChoice({ accounts, other, onChoose }: AccountChoiceProps) {
  const { t, i18n } = useLingui()
  useEffect(() => {
    const known = accounts.find(({ id, isUsual }) => id === other?.id && !isUsual)
    if (known !== other) onChoose(known)
  }, [accounts, other, onChoose])
  if (accounts.length < 2) return null
  const options = accounts.map(({ id, bankCode, bank, bankAccountNo, currency }) => {
    const account = `${(bank && bankName(bank, i18n.locale)) || bankCode} ···${bankAccountNo.slice(-4)}`
    return { value: id, label: currency ? `${account}, ${currencyName(currency, i18n)}` : account }
  })
  const usual = accounts.find(({ isUsual }) => isUsual)
  return (
    <Choices
      label={t`Choose the account`}
      options={options}
      value={other?.id ?? usual?.id ?? null}
      onChange={(chosen) => onChoose(accounts.find(({ id, isUsual }) => id === chosen && !isUsual))}
    />
  )
}
