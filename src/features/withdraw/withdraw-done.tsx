import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { BankAccount } from '#api/contract/account.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Disc } from '#ui/disc.tsx'
import { Status } from '#ui/status.tsx'
import { BankLine } from './bank-line.tsx'
import styles from './withdraw-sheet.module.css'

interface WithdrawDoneProps {
  satang: number
  account: BankAccount
  onClose: () => void
}

export function WithdrawDone({ satang, account, onClose }: WithdrawDoneProps) {
  return (
    <>
      <div className={styles.figure} aria-live="polite">
        <Disc icon="send" tone="sky" size="large" />
        <b>
          <Trans>Your money is on its way</Trans>
        </b>
        <Amount satang={satang} className={styles.sum} />
        <Status>
          <Trans>Processing</Trans>
        </Status>
        <BankLine account={account} />
      </div>
      <Button variant="primary" size="money" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
      <StatementLink />
    </>
  )
}

export function StatementLink() {
  return (
    <Link to="/user/statement" replace className={buttonClass({ wide: true })}>
      <Trans>See the statement</Trans>
    </Link>
  )
}
