import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cancelQr } from '#api/contract/qrcode.ts'
import { OperationDialog } from '#operations/operation-dialog.tsx'
import { useOperation } from '#operations/use-operation.ts'
import { Button } from '#ui/button/button.tsx'
import { toast } from '#ui/message/toast.ts'

interface QrCancelProps {
  qrcodeId: string
  offline: boolean
  onCancelled: () => void
}

export function QrCancel({ qrcodeId, offline, onCancelled }: QrCancelProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const operation = useOperation(cancelQr, {
    announce: true,
    onResult(end) {
      if (end.status !== 'unknown') setAsking(false)
      if (end.status !== 'done') return
      toast({ tone: 'jade', icon: 'check', title: t`The QR is cancelled`, id: 'qr' })
      onCancelled()
    },
  })
  return (
    <>
      <Button disabled={offline} loading={operation.busy} onClick={() => setAsking(true)}>
        {t`Cancel QR`}
      </Button>
      <OperationDialog
        open={asking}
        onClose={() => setAsking(false)}
        operation={operation}
        onConfirm={() => void operation.run({ params: { qrcodeId } })}
        icon="qr"
        danger
        title={t`Cancel this QR?`}
        text={t`If you have already paid it, please wait for the money instead.`}
        confirmLabel={t`Cancel QR`}
        cancelLabel={t`Go back`}
      />
    </>
  )
}
