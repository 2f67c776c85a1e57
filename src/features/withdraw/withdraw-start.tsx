import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UserWallet } from '#api/contract/wallet.ts'
import { Amount } from '#ui/amount.tsx'
import { BankMark } from '#ui/bank-mark.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { BankLine } from './bank-line.tsx'
import { BonusHold, useBonusHold } from './bonus-hold.tsx'
import { TurnoverHold } from './turnover-hold.tsx'
import type { WithdrawOrder } from './use-withdrawal.ts'
import { WithdrawEntry } from './withdraw-entry.tsx'
import { WithdrawHold } from './withdraw-hold.tsx'
import { EarlierWithdrawals } from './earlier-withdrawals.tsx'
import { PayoutsStopped } from './payouts-stopped.tsx'
import { balancesIn, withdrawable, withdrawLimits } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

interface WithdrawStartProps {
  wallet: UserWallet
  /** Satang. */
  limits: {
    withdrawMin: number
    withdrawMax: number
    payoutsStopped?: boolean | null | undefined
    maxPending?: number | null | undefined
  }
  heldUntil?: string | undefined
  /** The turnover left on deposits, in satang. */
  toPlay: number
  /** Nothing can be withdrawn for now. */
  stops: boolean
  initial?: WithdrawOrder | undefined
  offline: boolean
  onSubmit: (order: WithdrawOrder) => void
}

export function WithdrawStart(props: WithdrawStartProps) {
  const { wallet, limits, heldUntil, toPlay, stops, initial, offline, onSubmit } = props
  const { t } = useLingui()
  const [wantsGames, setWantsGames] = useState(initial?.collects ?? false)
  const hold = useBonusHold()
  const { bankAccount } = wallet
  const balances = balancesIn(wallet)
  const collects = wantsGames && balances.games > 0
  return (
    <>
      {heldUntil && <WithdrawHold until={heldUntil} />}
      {hold && <BonusHold hold={hold} />}
      {limits.payoutsStopped && <PayoutsStopped />}
      {toPlay > 0 && <TurnoverHold toPlay={toPlay} />}
      <EarlierWithdrawals />
      <div className={styles.held}>
        <span className={styles.soft}>{collects ? t`In the wallet and games` : t`In the wallet`}</span>
        <b>
          <Amount satang={withdrawable(balances, collects)} stale={offline} />
        </b>
      </div>
      {balances.games > 0 && (
        <Card className={styles.games}>
          <Switch
            checked={collects}
            onChange={setWantsGames}
            label={<Trans>Take out what is in games too</Trans>}
            hint={
              <Trans>
                First, all money in games moves to the wallet:{' '}
                <Amount satang={balances.games} stale={offline} />
              </Trans>
            }
          />
        </Card>
      )}
      {bankAccount ? (
        <Card as="section" className={styles.account} aria-label={t`Account that receives the money`}>
          <BankMark code={wallet.profile.bankCode} />
          <BankLine account={bankAccount} />
        </Card>
      ) : (
        <Notice tone="coral" title={t`There is no bank account yet`}>
          <Trans>Please contact us to add the account that receives your money.</Trans>
        </Notice>
      )}
      {limits.maxPending ? (
        <p className={styles.soft}>
          <Plural
            value={limits.maxPending}
            one="# withdrawal can be on its way to the bank at a time."
            other="# withdrawals can be on their way to the bank at a time."
          />
        </p>
      ) : null}
      <WithdrawEntry
        limits={withdrawLimits(limits, withdrawable(balances, collects))}
        initial={initial?.satang}
        disabled={!bankAccount || stops || hold?.isBinding === true}
        onSubmit={(satang) => onSubmit({ satang, collects })}
      />
    </>
  )
}
