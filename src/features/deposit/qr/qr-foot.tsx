import { Trans, useLingui } from '@lingui/react/macro'
import type { WaitingQr } from '#api/contract/qrcode.ts'
import { useSavePicture } from '#data/use-save-picture.ts'
import { qrAddress } from '#lib/payments/qr-address.ts'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { QrCancel } from './qr-cancel.tsx'
import styles from './qr-pass.module.css'
import { drawQrPicture } from './qr-picture.ts'

interface QrFootProps {
  qr: WaitingQr
  offline: boolean
  /** It is cancelled elsewhere. */
  withoutCancel?: boolean
  onCancelled: () => void
  /** Called when the member reports the transfer as made. */
  onTransferred: () => void
}

/** What stands below a code: what is being done about its payment, and what can be done with the code. */
export function QrFoot({ qr, offline, withoutCancel, onCancelled, onTransferred }: QrFootProps) {
  const { t } = useLingui()
  const address = qrAddress(qr.qrcode)
  return (
    <>
      <div className={styles.news}>
        <div className={classNames(offline && styles.unseen)}>
          <p className={styles.watching}>
            <Trans>Waiting for your payment. We check it automatically.</Trans>
          </p>
          <p>
            <Trans>This QR can be paid once only, within the time.</Trans>
          </p>
        </div>
        <p className={classNames(styles.watching, styles.paused, !offline && styles.unseen)}>
          <Trans>You are offline. We check the payment when you are connected again.</Trans>
        </p>
      </div>
      {address && <SaveButton address={address} name={`qr-${qr.qrcodeId}.png`} />}
      <div className={styles.two}>
        {!withoutCancel && <QrCancel qrcodeId={qr.qrcodeId} offline={offline} onCancelled={onCancelled} />}
        <Button onClick={onTransferred}>{t`I have paid`}</Button>
      </div>
    </>
  )
}

function SaveButton({ address, name }: { address: string; name: string }) {
  const { t } = useLingui()
  const { busy, save } = useSavePicture({
    id: 'qr-saved',
    saved: t`QR image saved`,
    failed: t`The image could not be saved`,
  })
  const share = () => void save(() => drawQrPicture(address), name)
  return (
    <Button variant="primary" size="money" wide icon="share" loading={busy} onClick={share}>
      <Trans>Save or share the QR image</Trans>
    </Button>
  )
}
