import { Trans } from '@lingui/react/macro'
import { CoinsText } from '#components/coins-text.tsx'
import { formatMoney } from '#lib/money/money.ts'
import { Amount } from '#ui/amount.tsx'
import styles from './spin-panel.module.css'
import type { Spin } from './use-spin.ts'

/** How to earn coins, for members without any; and the coins of deposits that still need turnover. */
export function ComingCoins({ spin: { coins, setup } }: { spin: Spin }) {
  const terms = setup.data?.coinTerms
  const deposit = formatMoney(terms?.deposit ?? 0)
  const times = terms?.turnoverTimes ?? 0
  // If a newer answer reported other coins, the promised ones may already be among them.
  const isUpToDate = setup.data?.coins === coins
  return (
    <>
      {terms && terms.promised > 0 && isUpToDate && (
        <p className={styles.reason}>
          <Trans>
            <CoinsText coins={terms.promised} /> will come once you have played{' '}
            <Amount satang={terms.toPlay} /> more in games.
          </Trans>
        </p>
      )}
      {coins <= 0 && (
        <p className={styles.reason}>
          {terms?.deposit === 0 ? (
            <Trans>You have no coins left.</Trans>
          ) : (
            <Trans>You have no coins left. Deposits earn new ones.</Trans>
          )}
        </p>
      )}
      {coins <= 0 && terms && terms.deposit > 0 && times > 0 && (
        <p className={styles.reason}>
          <Trans>
            Every {deposit} you deposit earns 1 coin, once you have played the deposit {times}× in games.
          </Trans>
        </p>
      )}
    </>
  )
}
