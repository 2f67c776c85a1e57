import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { LastUpdated } from '#components/last-updated.tsx'
import type { Balance } from '#lib/money/balance.ts'
import { figureLength, formatSatang } from '#lib/money/money.ts'
import { CoinsText } from '#components/coins-text.tsx'
import { useAmountPrivacy } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { Coin } from '#ui/art/coin.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { WaveSurface } from '#ui/art/wave-surface.tsx'
import { BalanceAnnouncement } from './balance-announcement.tsx'
import { GrowingAmount } from './growing-amount.tsx'
import styles from './wallet-card.module.css'

interface WalletCardProps {
  balance: Balance
  /** The balance's time, and the current time, in ms. */
  updatedAt: number
  now: number
  stale: boolean
  refreshing: boolean
  /** Undefined where refreshing cannot work, such as offline. */
  onRefresh?: () => void
  onHide: (hidden: boolean) => void
  /** Undefined if the site has no wheel. */
  coins?: number
  onSpin: () => void
  /** A further figure, whose place is kept free until it is known. */
  spent?: ReactNode
}

export function WalletCard(props: WalletCardProps) {
  const { balance, updatedAt, now, stale, refreshing, onRefresh, onHide, coins, onSpin, spent } = props
  const { t } = useLingui()
  const { hidden } = useAmountPrivacy()
  const arrivals = useArrivals(balance.total, hidden)
  return (
    <WaveSurface
      drift="wallet"
      dimmed={stale}
      ripples={arrivals}
      className={styles.wallet}
      aria-label={t`Wallet`}
    >
      <div className={styles.head}>
        <h1 className={styles.title}>
          <Trans>Balance</Trans>
        </h1>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={hidden ? t`Show amounts` : t`Hide amounts`}
          onClick={() => onHide(!hidden)}
        />
        {coins !== undefined && (
          <button type="button" className={styles.coins} onClick={onSpin}>
            <Coin />
            <CoinsText coins={coins} />
          </button>
        )}
      </div>
      <Figure satang={balance.total} stale={stale} />
      <Split {...balance} spent={spent} />
      <div className={styles.foot}>
        <LastUpdated updatedAt={updatedAt} now={now} stale={stale} />
        <IconButton
          icon="refresh"
          label={t`Refresh`}
          loading={refreshing}
          disabled={!onRefresh}
          onClick={onRefresh}
        />
      </div>
      <BalanceAnnouncement satang={balance.total} />
    </WaveSurface>
  )
}

/** How often money arrived since the card was first shown; a hidden balance must not reveal that it grew. */
function useArrivals(total: number, hidden: boolean): number {
  const [seen, setSeen] = useState({ total, arrivals: 0 })
  if (seen.total !== total)
    setSeen({ total, arrivals: seen.arrivals + (total > seen.total && !hidden ? 1 : 0) })
  return seen.arrivals
}

function Figure({ satang, stale }: { satang: number; stale: boolean }) {
  const { hidden } = useAmountPrivacy()
  // Long figures shrink to fit their line; a hidden one must not reveal its length by its size.
  const length = { '--length': hidden ? 5 : figureLength(formatSatang(satang)) } as CSSProperties
  return (
    <p className={classNames(styles.balance, stale && styles.stale)} style={length}>
      <GrowingAmount satang={satang} className="balance-figure" />
      <span className={styles.unit}>฿</span>
    </p>
  )
}

function Split({ cash, inGames, total, spent }: Balance & { spent: ReactNode }) {
  const { hidden } = useAmountPrivacy()
  // The bar's proportions reveal as much as the figures.
  const parts = hidden ? '1fr 1fr' : total > 0 ? `${cash}fr ${inGames}fr` : '0fr 1fr'
  return (
    <div className={styles.split}>
      <div
        className={styles.track}
        style={{ gridTemplateColumns: parts, gap: /\b0fr/u.test(parts) ? 0 : undefined }}
        aria-hidden
      >
        <i />
        <i />
      </div>
      <dl>
        <div>
          <dt>
            <Trans>Cash</Trans>
          </dt>
          <dd>
            <GrowingAmount satang={cash} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>In games</Trans>
          </dt>
          <dd>
            <GrowingAmount satang={inGames} />
          </dd>
        </div>
      </dl>
      {spent && <dl>{spent}</dl>}
    </div>
  )
}
