import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAge } from '#data/wallet/wallet-age.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { refetchEveryMs, totalBalance } from '#lib/money/balance.ts'
import { classNames } from '#ui/class-names.ts'
import { Fact } from './fact.tsx'
import { RewardRules } from './reward-rules.tsx'
import styles from './reward-terms.module.css'

export interface RunningTermsProps {
  /** Satang. */
  endsBelow: number | null | undefined
  /** The page says already what ends it early. */
  isEndSaid?: boolean
}

/** What ends the bonus in use early, and what would be lost. */
export function RunningTerms({ endsBelow, isEndSaid = false }: RunningTermsProps) {
  const query = useQuery({ ...walletQueryOptions, refetchInterval: refetchEveryMs })
  const { stale } = useAge(query)
  const wallet = query.data
  return (
    <div className={styles.terms}>
      {typeof endsBelow === 'number' && wallet && (
        <dl className={classNames(styles.facts, styles.plain)}>
          <Fact name={<Trans>All your money now</Trans>} satang={totalBalance(wallet)} stale={stale} />
          {!isEndSaid && (
            <Fact
              name={<Trans>Can be cancelled early once all your money is at most</Trans>}
              satang={endsBelow}
            />
          )}
        </dl>
      )}
      <RewardRules />
    </div>
  )
}
