import { useLingui } from '@lingui/react/macro'
import { classNames } from '#ui/class-names.ts'
import { WaveSurface } from '#ui/art/wave-surface.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import stack from './card-stack.module.css'
import styles from './wallet-card.module.css'

/** The wallet's shape while the first balance loads. */
export function WalletSkeleton() {
  const { t } = useLingui()
  return (
    <div className={stack.stack} aria-busy>
      <WaveSurface drift="wallet" className={classNames(styles.wallet, stack.cash)}>
        <div className={styles.head}>
          <Skeleton width="7rem" height="0.875rem" />
        </div>
        <div className={styles.balance}>
          <Skeleton width="13rem" height="2.25rem" />
        </div>
        <div className={styles.split}>
          <Skeleton height="5px" />
          <dl>
            <Skeleton width="9rem" height="0.75rem" />
          </dl>
        </div>
        <div className={styles.foot}>
          <Skeleton width="10rem" height="0.75rem" />
        </div>
      </WaveSurface>
      <div className={stack.lip}>
        <Skeleton width="60%" height="0.75rem" />
      </div>
      <output className="visually-hidden">{t`Loading your wallet`}</output>
    </div>
  )
}
