import { useLingui } from '@lingui/react/macro'
import type { BankAccount } from '#api/contract/profile.ts'
import { bankName } from '#i18n/bank-name.ts'
import { currencyName } from '#i18n/currency-name.ts'
import { groupProfileAccountNo } from '#lib/payments/bank-account.ts'
import styles from './withdraw-sheet.module.css'

/** Bank, number and holder of the account that the money goes to. */
export function BankLine({ account }: { account: BankAccount }) {
  const { i18n } = useLingui()
  return (
    <span className={styles.bank}>
      {account.bank && <span>{bankName(account.bank, i18n.locale)}</span>}
      <b>{groupProfileAccountNo(account.bankAccountNo)}</b>
      <span>{account.bankAccountName}</span>
      {account.currency && <span>{currencyName(account.currency, i18n)}</span>}
    </span>
  )
}
