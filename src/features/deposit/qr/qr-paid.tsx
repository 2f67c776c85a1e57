import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { totalBalance } from '#lib/money/balance.ts'
import { useGoodMoment } from '#pwa/use-install.ts'
import { takeLostFocus } from '#ui/button/lost-focus.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/list/skeleton.tsx'
import styles from './qr-pass.module.css'
import { QrPass } from './qr-pass.tsx'

export interface PaidQr {
  satang: number
  /** The part of its time that was left, from 0 to 1. */
  part: number
}

/** A code that was paid. It takes the focus if the element that had it is gone: else the member is elsewhere. */
export function QrPaid({ satang, part }: PaidQr) {
  const { data: wallet, isFetchedAfterMount } = useQuery({ ...walletQueryOptions, refetchOnMount: 'always' })
  useGoodMoment(true)
  return (
    <div ref={takeLostFocus} tabIndex={-1}>
      <QrPass
        title={<Trans>Credited</Trans>}
        satang={satang}
        flow="in"
        note={
          <>
            <Trans>Balance</Trans>{' '}
            {wallet && isFetchedAfterMount ? (
              <WalletAmount satang={totalBalance(wallet)} />
            ) : (
              <Skeleton width="5rem" height="0.75rem" />
            )}
          </>
        }
        part={part}
        closes
      >
        <Icon name="check" className={styles.check} />
      </QrPass>
    </div>
  )
}
