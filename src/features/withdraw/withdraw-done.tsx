import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { BankAccount } from '#api/contract/account.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Outcome } from '#ui/outcome.tsx'
import { Status } from '#ui/status.tsx'
import { BankLine } from './bank-line.tsx'
import { PayoutsStopped } from './payouts-stopped.tsx'

interface WithdrawDoneProps {
  satang: number
  account: BankAccount
  /** Payouts are stopped while the site checks its ledger. */
  isChecked: boolean
  onClose: () => void
}

export function WithdrawDone({ satang, account, isChecked, onClose }: WithdrawDoneProps) {
  return (
    <>
      <Outcome
        icon="send"
        tone="sky"
        title={isChecked ? <Trans>Your withdrawal is noted</Trans> : <Trans>Your money is on its way</Trans>}
        figure={<Amount satang={satang} />}
      >
        <Status>
          <Trans>Processing</Trans>
        </Status>
        <BankLine account={account} />
        <p>
          <Trans>If the bank cannot take it, the money comes back to your wallet.</Trans>
        </p>
      </Outcome>
      {isChecked && <PayoutsStopped />}
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
