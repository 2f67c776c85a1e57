import { Trans, useLingui } from '@lingui/react/macro'
import type { WaitingQr } from '#api/contract/qrcode.ts'
import { takeLostFocus } from '#ui/button/lost-focus.ts'
import { useMoneyWords } from '#ui/amount.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { qrAddress } from '#lib/payments/qr-address.ts'
import type { QrChannelRule } from './qr-rules.ts'
import { QrCancel } from './qr-cancel.tsx'
import { QrCountdown } from './qr-countdown.tsx'
import { QrFoot } from './qr-foot.tsx'
import styles from './qr-pass.module.css'
import { useWakeLock } from './use-wake-lock.ts'

interface QrTicketProps {
  channel: QrChannelRule
  qr: WaitingQr
  /** Its whole time, in ms. */
  lifetime: number
  /** The amount in satang that the member has just requested. */
  requested?: number | undefined
  offline: boolean
  onCancelled: () => void
  /** Called when the member reports the transfer as made. */
  onTransferred: () => void
}

/** A code that is open for payment. */
export function QrTicket(props: QrTicketProps) {
  const { channel, qr, lifetime, requested, offline, onCancelled, onTransferred } = props
  const { t } = useLingui()
  const moneyWords = useMoneyWords()
  useWakeLock()
  const address = qrAddress(qr.qrcode)
  const satang = qr.amount
  const amount = moneyWords(satang)

  // A payment channel may add some satang to distinguish payers.
  const isOther = requested !== undefined && Math.abs(requested - satang) >= 100
  const wanted = moneyWords(requested ?? satang)

  return (
    <>
      {isOther && (
        <Notice
          tone="gold"
          icon="qr"
          title={<Trans>A QR of {amount} is already open</Trans>}
          action={<QrCancel qrcodeId={qr.qrcodeId} offline={offline} onCancelled={onCancelled} />}
        >
          <Trans>
            No QR of {wanted} was created: only one can be open at a time. Please pay {amount}, or cancel this
            QR and create a new one.
          </Trans>
        </Notice>
      )}
      <QrCountdown
        key={qr.qrcodeId}
        channel={channel.code}
        lifetime={lifetime}
        title={<Trans>To pay</Trans>}
        satang={satang}
        note={t(channel.label)}
      >
        {address && (
          <img
            ref={takeLostFocus}
            tabIndex={-1}
            className={styles.picture}
            src={address}
            alt={t`QR code to pay ${amount}`}
          />
        )}
      </QrCountdown>
      {!address && (
        <Notice tone="coral">
          <Trans>The QR cannot be shown. Please cancel it and create another.</Trans>
        </Notice>
      )}
      <QrFoot
        qr={qr}
        offline={offline}
        withoutCancel={isOther}
        onCancelled={onCancelled}
        onTransferred={onTransferred}
      />
    </>
  )
}
