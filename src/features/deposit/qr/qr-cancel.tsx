import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cancelQr } from '#api/contract/qrcode.ts'
import { useOperation } from '#operations/use-operation.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'

interface QrCancelProps {
  qrcodeId: string
  offline: boolean
  onCancelled: () => void
}

export function QrCancel({ qrcodeId, offline, onCancelled }: QrCancelProps) {
  const { t } = useLingui()
  const operation = useOperation(cancelQr, { announce: true })
  const [asking, setAsking] = useState(false)
  const cancel = async () => {
    const end = await operation.run({ params: { qrcodeId } })
    setAsking(false)
    if (end.status === 'done') onCancelled()
  }
  return (
    <>
      <Button disabled={offline} loading={operation.busy} onClick={() => setAsking(true)}>
        {t`Cancel QR`}
      </Button>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void cancel()}
        icon="qr"
        danger
        title={t`Cancel this QR?`}
        text={t`If you have already paid it, please wait for the money instead.`}
        confirmLabel={t`Cancel QR`}
        cancelLabel={t`Keep it`}
        loading={operation.busy}
      />
    </>
  )
}
