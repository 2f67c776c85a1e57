import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { depositLookupQueryOptions } from '#data/site/site-config-queries.ts'
import { useMoneyWatch } from '#data/wallet/money-watch.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { Button } from '#ui/button/button.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { noticePlaceClass } from '#ui/message/notice.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { DepositMethods } from './deposit-methods.tsx'
import { NotificationsOffer } from './notifications-offer.tsx'
import { type PaidQr, QrPaid } from './qr/qr-paid.tsx'
import { qrShape } from './qr/qr-rules.ts'
import { OpenSlipUpload } from './slip/slip-upload-context.ts'
import { TurnoverRule } from './turnover-rule.tsx'
import { prefetchDeposit, useDepositMethods } from './use-deposit-methods.ts'

export { prefetchDeposit }

interface DepositSheetProps {
  /** The QR channel selected first. */
  channel?: QrChannel | undefined
  onClose: () => void
  /** Opens the slip upload. */
  onSlip?: () => void
}

export function DepositSheet({ channel, onClose, onSlip }: DepositSheetProps) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t`Deposit`} closeLabel={t`Close`}>
      <OpenSlipUpload value={onSlip}>
        <DepositBody channel={channel} onClose={onClose} />
      </OpenSlipUpload>
    </Sheet>
  )
}

function DepositBody(props: Pick<DepositSheetProps, 'channel' | 'onClose'>) {
  const { t } = useLingui()
  // Watches the wallet while the sheet is open, so that a credit shows soon for every method.
  useMoneyWatch()
  const [paid, setPaid] = useState<PaidQr>()
  return (
    <>
      {/* A payment comes in by itself: a screen reader announces it only in a region that was there before. */}
      <div className={noticePlaceClass} aria-live="polite">
        {paid && <QrPaid {...paid} />}
      </div>
      {/* Nothing competes with money that has arrived. */}
      {paid ? (
        <>
          <Button variant="primary" size="money" wide onClick={props.onClose}>
            {t`Done`}
          </Button>
          <NotificationsOffer />
        </>
      ) : (
        <DepositWays {...props} onPaid={setPaid} />
      )}
    </>
  )
}

interface DepositWaysProps extends Pick<DepositSheetProps, 'channel' | 'onClose'> {
  onPaid: (paid: PaidQr) => void
}

function DepositWays({ channel, onClose, onPaid }: DepositWaysProps) {
  const { t } = useLingui()
  const lookup = useQuery(depositLookupQueryOptions)
  const methods = useDepositMethods(lookup.data, channel)
  if (methods.sections.length > 0) {
    // An account number stored on an earlier day is shown only if it cannot be refreshed.
    const refreshing = lookup.isStale && lookup.isFetching
    const lastKnownAt = lookup.isError ? serverTime(lookup.dataUpdatedAt) : undefined
    const times = lookup.data?.turnoverTimes
    return (
      <>
        {times ? <TurnoverRule times={times} /> : null}
        <DepositMethods
          methods={methods}
          refreshing={refreshing}
          lastKnownAt={lastKnownAt}
          onClose={onClose}
          onPaid={onPaid}
        />
      </>
    )
  }
  // As tall as the methods with the form for a QR, which most sites show first.
  if (lookup.isPending) return <SkeletonPart shape={['segments', 'chips', ...qrShape]} label={t`Loading`} />
  if (lookup.isError) {
    return <LoadFailed queries={[lookup]} title={t`The ways to deposit could not be loaded`} />
  }
  return (
    <StateView
      card={false}
      art="empty"
      title={t`No way to deposit is open right now`}
      text={t`Please try again in a moment.`}
      action={
        <Button
          size="compact"
          icon="refresh"
          loading={lookup.isFetching}
          onClick={() => void lookup.refetch()}
        >
          {t`Try again`}
        </Button>
      }
    />
  )
}
