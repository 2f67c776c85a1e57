import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { UserWallet } from '#api/contract/wallet.ts'
import { bahtToSatang, sumSatang } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Disc } from '#ui/disc.tsx'
import { Notice } from '#ui/notice.tsx'
import { BankLine } from './bank-line.tsx'
import { WithdrawEntry } from './withdraw-entry.tsx'
import { withdrawLimits } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

interface WithdrawStartProps {
  wallet: UserWallet
  /** In baht. */
  limits: { withdrawMin: number; withdrawMax: number }
  initial?: number
  offline: boolean
  onSubmit: (satang: number) => void
}

export function WithdrawStart({ wallet, limits, initial, offline, onSubmit }: WithdrawStartProps) {
  const { t } = useLingui()
  const { bankAccount, slots } = wallet
  const inGames = sumSatang(slots.map((slot) => bahtToSatang(slot.amount)))
  return (
    <>
      <div className={styles.held}>
        <span className={styles.soft}>{t`In the wallet`}</span>
        <b>
          <Amount satang={bahtToSatang(wallet.wallet.amount)} stale={offline} />
        </b>
      </div>
      {bankAccount ? (
        <Card as="section" className={styles.account} aria-label={t`Account that receives the money`}>
          <Disc icon="bank" tone="jade" />
          <BankLine account={bankAccount} />
        </Card>
      ) : (
        <Notice tone="coral" title={t`There is no bank account yet`}>
          <Trans>Please contact us to add the account that receives your money.</Trans>
        </Notice>
      )}
      <WithdrawEntry
        limits={withdrawLimits(limits, wallet.wallet.amount)}
        initial={initial}
        offline={offline}
        disabled={!bankAccount}
        onSubmit={onSubmit}
      />
      {inGames > 0 && (
        <Notice
          action={
            <Link
              to="."
              search={(search) => ({ ...search, open: 'transfer' as const })}
              state
              replace
              className={buttonClass({ size: 'compact' })}
            >
              <Trans>Move it to the wallet</Trans>
            </Link>
          }
        >
          <Trans>
            <Amount satang={inGames} /> is in games. Only money in the wallet can be withdrawn.
          </Trans>
        </Notice>
      )}
    </>
  )
}
