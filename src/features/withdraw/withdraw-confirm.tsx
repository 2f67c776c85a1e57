import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BankAccount } from '#api/contract/account.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import { isOutcomeOpen } from '#operations/operation-notice.tsx'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Outcome } from '#ui/outcome.tsx'
import { BankLine } from './bank-line.tsx'
import { TurnoverHold } from './turnover-hold.tsx'
import type { WithdrawOrder, Withdrawal } from './use-withdrawal.ts'
import { WithdrawHold } from './withdraw-hold.tsx'
import type { Balances } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

interface WithdrawConfirmProps {
  order: WithdrawOrder
  balances: Balances
  account: BankAccount
  withdrawal: Withdrawal
  heldUntil?: string | undefined
  /** The turnover left on deposits, in satang. */
  toPlay: number
  /** Nothing can be withdrawn for now. */
  stops: boolean
  onBack: () => void
}

export function WithdrawConfirm(props: WithdrawConfirmProps) {
  const { order, balances, account, withdrawal, heldUntil, toPlay, stops, onBack } = props
  const { busy, state } = withdrawal
  const isOpen = isOutcomeOpen(withdrawal)
  const after = withdrawal.after(balances)
  const notice = () => {
    if (state.status !== 'failed') return undefined
    if (heldUntil) return <WithdrawHold until={heldUntil} refused />
    if (state.error.code === 'BONUS_CONDITION' && toPlay > 0) return <TurnoverHold toPlay={toPlay} refused />
    return undefined
  }
  return (
    <MoneyForm
      icon="withdraw"
      label={<Trans>Confirm withdrawal</Trans>}
      notice={notice()}
      operation={withdrawal}
      disabled={stops}
      offlineReason={<Trans>You are offline. You can withdraw when you are connected again.</Trans>}
      onSubmit={() => withdrawal.send(balances)}
      foot={
        <Button wide disabled={busy} onClick={onBack}>
          <Trans>Change the amount</Trans>
        </Button>
      }
    >
      <Outcome title={<Trans>You withdraw</Trans>} figure={<Amount satang={order.satang} />} />
      <Card as="dl" rows className={styles.facts}>
        {order.collects && (
          <Fact name={<Trans>First, from all games to the wallet</Trans>}>
            <Amount satang={withdrawal.collected(balances)} />
          </Fact>
        )}
        <Fact name={<Trans>To</Trans>}>
          <BankLine account={account} />
        </Fact>
        {!isOpen && (
          <Fact name={<Trans>Wallet afterwards</Trans>}>
            <Amount satang={after.wallet} />
          </Fact>
        )}
        {!isOpen && order.collects && (
          <Fact name={<Trans>In games afterwards</Trans>}>
            <Amount satang={after.games} />
          </Fact>
        )}
      </Card>
    </MoneyForm>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
