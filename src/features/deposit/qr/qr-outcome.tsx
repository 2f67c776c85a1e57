import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { wasPaid } from '#data/deposit/was-paid.ts'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { serverNow, serverTime } from '#lib/dates/clock.ts'
import { remainingMs } from '#lib/dates/countdown.ts'
import { Spinner } from '#ui/message/spinner.tsx'
import { SlipEntry } from '../slip-entry.tsx'
import type { PaidQr } from './qr-paid.tsx'
import { QrFoot } from './qr-foot.tsx'
import styles from './qr-pass.module.css'
import { QrPass } from './qr-pass.tsx'
import { findLatePayment, type QrChannelRule } from './qr-rules.ts'
import type { SeenQr } from './use-waiting-qr.ts'

/** The maximum age in ms of the server's last reply when the countdown ends. */
const maxReplyAgeMs = 5000

const doNothing = () => undefined

interface QrOutcomeProps {
  channel: QrChannelRule
  seen: SeenQr
  /** The backend's own message says what happened to the code. */
  isExplained: boolean
  onPaid: (paid: PaidQr) => void
  /** A late payment, if any, and the form for another code. */
  children: ReactNode
}

/** The outcome of a code that is no longer open: the statement shows whether it was paid. */
export function QrOutcome({ channel, seen, isExplained, onPaid, children }: QrOutcomeProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [expired] = useState(() => seen.expired || seen.qr.expireIn - serverNow() < maxReplyAgeMs)
  const [lastSeen] = useState(() => serverTime(seen.at))
  const { amount } = seen.qr
  const { data, isFetchedAfterMount } = useQuery({
    ...statementQueryOptions(),
    select: ({ statements }) => ({
      paid: wasPaid(statements, seen.qr, lastSeen),
      late: findLatePayment(statements, channel.code, serverNow()) !== undefined,
    }),
    staleTime: 0,
  })
  const paid = data?.paid
  const [part] = useState(() => remainingMs(seen.qr.expireIn, serverNow()) / seen.lifetime)
  useEffect(() => {
    if (!paid) return
    refreshMoney(queryClient)
    onPaid({ satang: amount, part })
  }, [paid, queryClient, onPaid, amount, part])

  if (paid || !isFetchedAfterMount) {
    return (
      <>
        <QrPass title={<Trans>To pay</Trans>} satang={amount} note={t(channel.label)} part={part}>
          <Spinner label={t`Looking for the payment`} />
        </QrPass>
        {/* The room of what stood below the code, so that the sheet neither shrinks nor moves below a finger. */}
        <div className={styles.room} inert>
          <QrFoot qr={seen.qr} offline={false} onCancelled={doNothing} onTransferred={doNothing} />
        </div>
      </>
    )
  }
  return (
    <>
      {!data?.late && !isExplained && (
        <SlipEntry tone="gold" title={expired ? t`The QR has expired` : t`The QR is no longer open`}>
          <Trans>
            The old image can no longer be paid: please create a new one. If you have paid it already, the
            money arrives within about a minute; if it does not, upload the slip.
          </Trans>
        </SlipEntry>
      )}
      {children}
    </>
  )
}
