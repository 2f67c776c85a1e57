import type { BankAccount } from '#api/contract/account.ts'
import { groupProfileAccountNo } from '#lib/bank-account.ts'
import styles from './withdraw-sheet.module.css'

/** Bank, number and holder of the account that the money goes to. */
export function BankLine({ account }: { account: BankAccount }) {
  return (
    <span className={styles.bank}>
      {account.bank && <span>{account.bank.nameTH}</span>}
      <b>{groupProfileAccountNo(account.bankAccountNo)}</b>
      <span>{account.bankAccountName}</span>
    </span>
  )
}
