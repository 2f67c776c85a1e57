import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { WaitingQr } from '#api/contract/qrcode.ts'
import { shareOrSave } from '#data/share-file.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { qrAddress } from '#lib/qr-address.ts'
import type { QrChannelRule } from './qr-rules.ts'
import { QrCancel } from './qr-cancel.tsx'
import { QrCountdown } from './qr-countdown.tsx'
import styles from './qr-pass.module.css'
import { drawQrPicture } from './qr-picture.ts'
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
  useWakeLock()
  const address = qrAddress(qr.qrcode)
  const satang = qr.amount
  const amount = formatMoney(satang)

  // A payment channel may add some satang to distinguish payers.
  const isOther = requested !== undefined && Math.abs(requested - satang) >= 100
  const wanted = formatMoney(requested ?? satang)
  const cancel = <QrCancel qrcodeId={qr.qrcodeId} offline={offline} onCancelled={onCancelled} />

  return (
    <>
      {isOther && (
        <Notice tone="gold" icon="qr" title={<Trans>A QR of {amount} is already open</Trans>} action={cancel}>
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
            ref={takeFocus}
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
      <div className={styles.news}>
        <p className={classNames(styles.watching, offline && styles.paused)}>
          {offline ? (
            <Trans>You are offline. We check the payment when you are connected again.</Trans>
          ) : (
            <Trans>Waiting for your payment. We check it automatically.</Trans>
          )}
        </p>
        <p>
          <Trans>This QR can be paid once only, within the time.</Trans>
        </p>
      </div>
      {address && <SaveButton address={address} name={`qr-${qr.qrcodeId}.png`} />}
      <div className={styles.two}>
        {!isOther && cancel}
        <Button onClick={onTransferred}>{t`I have paid`}</Button>
      </div>
    </>
  )
}

/** The form that asked for the code is gone, and the focus with it. */
function takeFocus(picture: HTMLImageElement | null): void {
  if (document.activeElement === document.body) picture?.focus()
}

function SaveButton({ address, name }: { address: string; name: string }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const outcome = await shareOrSave(await drawQrPicture(address), name)
      if (outcome === 'saved')
        toast({ tone: 'jade', icon: 'check', title: t`QR image saved`, id: 'qr-saved' })
    } catch {
      toast({
        tone: 'coral',
        icon: 'alert',
        title: t`The image could not be saved`,
        text: t`Please take a screenshot instead.`,
        id: 'qr-saved',
      })
    }
    setBusy(false)
  }
  return (
    <Button variant="primary" size="money" wide icon="share" loading={busy} onClick={() => void save()}>
      <Trans>Save or share the QR image</Trans>
    </Button>
  )
}
