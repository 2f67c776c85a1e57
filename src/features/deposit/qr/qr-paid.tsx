import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { extensionsAtom } from '#lib/api-extensions.ts'
import { totalBalance } from '#lib/balance.ts'
import { useGoodMoment } from '#pwa/use-install.ts'
import { usePushOffer } from '#pwa/use-push-offer.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './qr-pass.module.css'
import { QrPass } from './qr-pass.tsx'

export interface PaidQr {
  satang: number
  /** The part of its time that was left, from 0 to 1. */
  part: number
}

interface QrPaidProps extends PaidQr {
  onDone: () => void
  /** Opens what the member is notified of. */
  onNotifications?: (() => void) | undefined
}

/** A code that was paid. It takes the focus, because the element that had it is gone. */
export function QrPaid({ satang, part, onDone, onNotifications }: QrPaidProps) {
  const { data: wallet, isFetchedAfterMount } = useQuery({ ...walletQueryOptions, refetchOnMount: 'always' })
  useGoodMoment(true)
  const canNotify = useAtomValue(extensionsAtom).has('push')
  const isOffered = usePushOffer() && canNotify
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <>
      <div ref={box} tabIndex={-1}>
        <QrPass
          title={<Trans>Credited</Trans>}
          satang={satang}
          flow="in"
          note={
            <>
              <Trans>Balance</Trans>{' '}
              {wallet && isFetchedAfterMount ? (
                <Amount satang={totalBalance(wallet)} />
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
      <Button variant="primary" size="money" wide icon="check" onClick={onDone}>
        <Trans>Done</Trans>
      </Button>
      {isOffered && (
        <Button wide icon="phone" onClick={onNotifications}>
          <Trans>Tell me when money arrives</Trans>
        </Button>
      )}
    </>
  )
}
