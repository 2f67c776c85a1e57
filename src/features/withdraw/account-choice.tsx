import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OwnBankAccount } from '#api/contract/bank-account.ts'
import { bankAccountsQueryOptions } from '#data/bank-account-queries.ts'
import { bankName } from '#i18n/bank-name.ts'
import { Choices } from '#ui/choices.tsx'

interface AccountChoiceProps {
  /** Undefined for the usual account. */
  other: OwnBankAccount | undefined
  /** Called when one is chosen, and when what is known of the chosen one has changed. */
  onChoose: (other: OwnBankAccount | undefined) => void
}

/** One of several accounts; renders nothing where there is only one. */
export function AccountChoice({ other, onChoose }: AccountChoiceProps) {
  const { t, i18n } = useLingui()
  const { data } = useQuery({ ...bankAccountsQueryOptions, refetchOnMount: 'always' })
  const accounts = data?.accounts
  useEffect(() => {
    const known = accounts?.find(({ id, isUsual }) => id === other?.id && !isUsual)
    if (accounts && known !== other) onChoose(known)
  }, [accounts, other, onChoose])
  if (!accounts || accounts.length < 2) return null
  const options = accounts.map(({ id, bankCode, bank, bankAccountNo }) => ({
    value: id,
    label: `${(bank && bankName(bank, i18n.locale)) || bankCode} ···${bankAccountNo.slice(-4)}`,
  }))
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
