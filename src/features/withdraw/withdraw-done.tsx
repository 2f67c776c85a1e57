import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BankAccount } from '#api/contract/profile.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, buttonClass } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Outcome } from '#ui/message/outcome.tsx'
import { useNow } from '#ui/use-now.ts'
import { BankLine } from './bank-line.tsx'
import { CameBackText, payoutsStopped } from './status-words.tsx'
import { StepNews, WithdrawalSteps } from './withdrawal-steps.tsx'
import { isOnItsWay, stepOf, type WithdrawalRow, type WithdrawalStep } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

interface WithdrawDoneProps {
  satang: number
  account: BankAccount
  /** Its row, once the statement has it. */
  row: WithdrawalRow | undefined
  /** Payouts are stopped while the site checks its ledger. */
  isChecked: boolean
  onClose: () => void
}

const looks = {
  sent: { icon: 'send', tone: 'sky' },
  bank: { icon: 'send', tone: 'sky' },
  arrived: { icon: 'check', tone: 'jade' },
  returned: { icon: 'withdraw', tone: 'coral' },
  refused: { icon: 'withdraw', tone: 'coral' },
  cancelled: { icon: 'check', tone: 'jade' },
} as const

/** A withdrawal that was sent: follows it to the bank, and to the account or back. */
export function WithdrawDone({ satang, account, row, isChecked, onClose }: WithdrawDoneProps) {
  const step = row ? stepOf(row) : 'sent'
  const now = useNow(30_000)
  const waits = step === 'sent' || step === 'bank'
  return (
    <>
      <StepNews step={step} />
      <Outcome {...looks[step]} title={titleOf(step, isChecked)} figure={<Amount satang={satang} />}>
        <BankLine account={account} />
        {isOnItsWay(step) && (
          <div className={styles.steps}>
            <WithdrawalSteps row={row} now={now} isAlone />
          </div>
        )}
        {waits && (
          <p>
            <Trans>If the bank cannot take it, the money comes back to your wallet.</Trans>
          </p>
        )}
        {(step === 'returned' || step === 'refused') && (
          <p>
            <CameBackText as={step} />
          </p>
        )}
      </Outcome>
      {isChecked && waits && (
        <Notice tone="gold" icon={payoutsStopped.icon} title={payoutsStopped.title}>
          {payoutsStopped.text}
        </Notice>
      )}
      <Button variant="primary" size="money" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
      <StatementLink />
    </>
  )
}

function titleOf(step: WithdrawalStep, isChecked: boolean): ReactNode {
  if (step === 'arrived') return <Trans>The money is in your account</Trans>
  if (step === 'cancelled') return <CameBackText as={step} />
  if (step === 'returned' || step === 'refused') return <Trans>Your last withdrawal came back</Trans>
  if (isChecked) return <Trans>Your withdrawal is noted</Trans>
  return <Trans>Your money is on its way</Trans>
}

export function StatementLink() {
  return (
    <Link to="/user/statement" replace className={buttonClass({ wide: true })}>
      <Trans>See the statement</Trans>
    </Link>
  )
}
