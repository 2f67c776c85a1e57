import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { BankAccount } from '#api/contract/profile.ts'
import type { UserWallet } from '#api/contract/wallet.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { WalletAmount } from '#components/wallet-amount.tsx'
import type { WithdrawBlock } from '#data/wallet/withdraw-blocks.ts'
import { BankMark } from '#ui/art/bank-mark.tsx'
import { Card } from '#ui/list/card.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { BankLine } from './bank-line.tsx'
import { maxPendingRule, reasonOf } from './status-words.tsx'
import type { WithdrawOrder } from './use-withdrawal.ts'
import { WithdrawEntry } from './withdraw-entry.tsx'
import { WithdrawStatus } from './withdraw-status.tsx'
import { balancesIn, isPending, withdrawable, withdrawLimits, type WithdrawalRow } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

/** Where the money may go: `id` is missing where the backend knows of one account alone. */
type Payee = BankAccount & { bankCode: string; id?: string; heldUntil?: string | null | undefined }

interface AccountsLoad {
  isFetching: boolean
  errorUpdateCount: number
  refetch: () => unknown
}

interface WithdrawStartProps {
  wallet: UserWallet
  /** The account that the money goes to. */
  payee: Payee | null | undefined
  /** Chooses another one. */
  choice: ReactNode
  /**
   * The list of accounts while it is not there. The payee's id is in it, and a withdrawal without one goes to whichever account is usual by
   * then: the amount can be typed, and not sent.
   */
  missing: AccountsLoad | undefined
  /** Satang. */
  limits: {
    withdrawMin: number
    withdrawMax: number
    payoutsStopped?: boolean | null | undefined
    maxPending?: number | null | undefined
  }
  /** The worst first. */
  blocks: readonly WithdrawBlock[]
  /** The backend would refuse a withdrawal now, whatever the amount. */
  stops: boolean
  /** The newest withdrawals, newest first. */
  rows: readonly WithdrawalRow[]
  /** Satang that wait for the games. */
  forGames: number
  initial?: WithdrawOrder | undefined
  onSubmit: (order: WithdrawOrder) => void
}

export function WithdrawStart(props: WithdrawStartProps) {
  const { wallet, payee, choice, missing, limits, blocks, stops, rows, forGames, initial, onSubmit } = props
  const { t } = useLingui()
  const [wantsGames, setWantsGames] = useState(initial?.collects ?? false)
  const balances = balancesIn(wallet)
  const collects = wantsGames && balances.games > 0
  // A hold concerns one account and is told above the choice only: a second line below would move the choice under the finger.
  const reason = choice ? blocks.find((block) => block.kind !== 'hold' && block.toPlay) : blocks[0]
  const { maxPending } = limits
  const held = () => {
    if (stops) return reason ? reasonOf(reason) : true
    if (maxPending && rows.filter(isPending).length >= maxPending) return maxPendingRule(maxPending)
    return !payee
  }
  return (
    <>
      <WithdrawStatus
        blocks={blocks}
        isStopped={limits.payoutsStopped === true}
        rows={rows}
        forGames={forGames}
        maxPending={maxPending}
      />
      <WithdrawEntry
        limits={withdrawLimits(limits, withdrawable(balances, collects))}
        balance={
          <>
            {collects ? t`In the wallet and games` : t`In the wallet`}{' '}
            <b>
              <WalletAmount satang={withdrawable(balances, collects)} />
            </b>
          </>
        }
        initial={initial?.satang}
        held={held()}
        isWaiting={missing?.isFetching === true}
        isUnnamed={missing !== undefined}
        onSubmit={(satang) => onSubmit({ satang, collects })}
      >
        {missing && missing.errorUpdateCount > 0 && (
          <LoadFailed queries={[missing]} title={t`Your bank accounts could not be loaded`} />
        )}
        {choice}
        {payee ? (
          <Card as="section" className={styles.account} aria-label={t`Account that receives the money`}>
            <BankMark code={payee.bankCode} />
            <BankLine account={payee} />
          </Card>
        ) : (
          <Notice tone="coral" title={t`There is no bank account yet`}>
            <Trans>Please contact us to add the account that receives your money.</Trans>
          </Notice>
        )}
        {balances.games > 0 && (choice || !stops) && (
          <Card className={styles.games}>
            <Switch
              checked={collects}
              onChange={setWantsGames}
              label={<Trans>Withdraw money in games too</Trans>}
              hint={
                <Trans>
                  First, all money in games moves to the wallet: <WalletAmount satang={balances.games} />
                </Trans>
              }
            />
          </Card>
        )}
      </WithdrawEntry>
    </>
  )
}
