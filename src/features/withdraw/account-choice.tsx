import { useLingui } from '@lingui/react/macro'
import type { OwnBankAccount } from '#api/contract/bank-account.ts'
import { bankName } from '#i18n/bank-name.ts'
import { Choices } from '#ui/choices.tsx'

interface AccountChoiceProps {
  accounts: readonly OwnBankAccount[]
  chosen: OwnBankAccount | undefined
  onChoose: (id: string) => void
}

/** One of several accounts; renders nothing where there is only one. */
export function AccountChoice({ accounts, chosen, onChoose }: AccountChoiceProps) {
  const { t, i18n } = useLingui()
  if (accounts.length < 2) return null
  const options = accounts.map(({ id, bankCode, bank, bankAccountNo }) => ({
    value: id,
    label: `${(bank && bankName(bank, i18n.locale)) || bankCode} ···${bankAccountNo.slice(-4)}`,
  }))
  return (
    <Choices label={t`Choose the account`} options={options} value={chosen?.id ?? null} onChange={onChoose} />
  )
}
