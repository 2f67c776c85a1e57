import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import type { BankAccount } from '#api/contract/profile.ts'
import { WalletAmount } from '#components/wallet-amount.tsx'
import type { WithdrawBlock } from '#data/wallet/withdraw-blocks.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import { isOutcomeOpen, isRefused } from '#operations/operation-notice.tsx'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Outcome } from '#ui/message/outcome.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { BankLine } from './bank-line.tsx'
import { reasonOf, wordsOf } from './status-words.tsx'
import { useWithdrawProof } from './use-withdraw-proof.ts'
import type { WithdrawOrder, Withdrawal } from './use-withdrawal.ts'
import type { Balances } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

interface WithdrawConfirmProps {
  order: WithdrawOrder
  balances: Balances
  account: BankAccount
  withdrawal: Withdrawal
  /** Satang. */
  limits: Parameters<Withdrawal['fault']>[1]
  /** The worst thing that is in the way. */
  block: WithdrawBlock | undefined
  /** The backend would refuse a withdrawal now, whatever the amount. */
  stops: boolean
  /** Above this many satang a proof is needed; undefined if none is. */
  proofAbove: number | null | undefined
  /** The member's own. */
  phoneNumber: string
  onBack: () => void
}

export function WithdrawConfirm(props: WithdrawConfirmProps) {
  const { order, balances, account, withdrawal, limits, block, stops, proofAbove, phoneNumber, onBack } =
    props
  const { t } = useLingui()
  const { busy, state } = withdrawal
  const after = withdrawal.after(balances)
  const fault = withdrawal.fault(balances, limits)
  const saysAfter = !isOutcomeOpen(withdrawal) && !isRefused(withdrawal) && !fault
  const notice = () => {
    if (state.status !== 'failed' || !block) return undefined
    if (block.kind !== 'hold' && (state.error.code !== 'BONUS_CONDITION' || block.toPlay === undefined))
      return undefined
    const { icon, title, text, action } = wordsOf(block)
    return (
      <Notice tone="coral" icon={icon} title={title} action={action}>
        {text}
      </Notice>
    )
  }
  const told = notice()
  const proof = useWithdrawProof((otpToken) => withdrawal.send(balances, otpToken))
  const needsProof = proofAbove != null && order.satang > proofAbove
  if (proof.Entry) {
    return (
      <Suspense fallback={<Skeleton height="12rem" />}>
        <proof.Entry phoneNumber={phoneNumber} onProven={proof.proven} onBack={proof.back} />
      </Suspense>
    )
  }
  return (
    <MoneyForm
      icon="withdraw"
      label={<Trans>Confirm withdrawal</Trans>}
      notice={told}
      operation={{ ...withdrawal, busy: busy || proof.busy }}
      disabled={stops ? (told || !block ? true : reasonOf(block)) : fault && t(fault)}
      offlineReason={<Trans>You are offline. You can withdraw when you are connected again.</Trans>}
      onSubmit={() => (needsProof ? proof.prove() : withdrawal.send(balances))}
      foot={
        <Button wide disabled={busy || proof.busy} onClick={onBack}>
          <Trans>Change the amount</Trans>
        </Button>
      }
    >
      <Outcome title={<Trans>You withdraw</Trans>} figure={<Amount satang={order.satang} />} />
      <Card as="dl" rows className={styles.facts}>
        {order.collects && (
          <Fact name={<Trans>First, from all games to the wallet</Trans>}>
            <WalletAmount satang={withdrawal.collected(balances)} />
          </Fact>
        )}
        <Fact name={<Trans>To</Trans>}>
          <BankLine account={account} />
        </Fact>
        {saysAfter && (
          <Fact name={<Trans>Wallet afterwards</Trans>}>
            <WalletAmount satang={after.wallet} />
          </Fact>
        )}
        {saysAfter && order.collects && (
          <Fact name={<Trans>In games afterwards</Trans>}>
            <WalletAmount satang={after.games} />
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
