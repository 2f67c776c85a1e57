import { useLingui } from '@lingui/react/macro'
import type { BankAccount } from '#api/contract/account.ts'
import { bankName } from '#i18n/bank-name.ts'
import { currencyText } from '#i18n/currency-text.ts'
import { groupProfileAccountNo } from '#lib/payments/bank-account.ts'
import styles from './withdraw-sheet.module.css'

/** Bank, number and holder of the account that the money goes to. */
export function BankLine({ account }: { account: BankAccount }) {
  const { t, i18n } = useLingui()
  const known = currencyText(account.currency)
  return (
    <span className={styles.bank}>
      {account.bank && <span>{bankName(account.bank, i18n.locale)}</span>}
      <b>{groupProfileAccountNo(account.bankAccountNo)}</b>
      <span>{account.bankAccountName}</span>
      {account.currency && <span>{known ? t(known) : account.currency}</span>}
    </span>
  )
}
