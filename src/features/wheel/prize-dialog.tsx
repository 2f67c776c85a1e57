import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { OperationDialog } from '#operations/operation-dialog.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { OpeningFlower } from './opening-flower.tsx'
import { useClaim } from './use-claim.ts'
import type { Spin } from './use-spin.ts'

interface PrizeDialogProps {
  /** Null while there is no prize to show. */
  won: Spin['shown']
  onClose: () => void
}

/** Shows what was won, if anything. A prize with a coupon can be claimed here; otherwise it waits in the list. */
export function PrizeDialog({ won, onClose }: PrizeDialogProps) {
  const { t } = useLingui()
  const offline = useOffline()
  const { operation, confirm } = useClaim(onClose)
  // Keeps its text while it fades out.
  const [last, setLast] = useState(won)
  if (won && won !== last) setLast(won)
  const close = () => {
    operation.reset()
    onClose()
  }
  const coupon = last?.coupon
  const isBlank = last?.hasPrize === false
  const shared = {
    open: won !== null,
    onClose: close,
    title: last?.label,
    text: isBlank ? <Trans>No prize this time</Trans> : <Trans>The wheel stopped here.</Trans>,
  }
  // A slice such as “Try again” may say no more than its name.
  const words = last?.html.replaceAll(/<[^>]*>/gu, '').trim()
  const about = last?.html && words !== last.label && <SafeHtml html={last.html} />
  if (coupon && (!offline || operation.busy)) {
    return (
      <OperationDialog
        {...shared}
        art={<OpeningFlower />}
        operation={operation}
        onConfirm={() => confirm(coupon)}
        confirmLabel={<Trans>Claim</Trans>}
        cancelLabel={<Trans>Not now</Trans>}
      >
        {about}
      </OperationDialog>
    )
  }
  return (
    <Dialog
      {...shared}
      icon={isBlank ? 'wheel' : 'gift'}
      tone={isBlank ? 'sky' : 'gold'}
      art={coupon && <OpeningFlower />}
      actions={
        <Button variant="primary" onClick={close}>
          {t`OK`}
        </Button>
      }
    >
      {about}
    </Dialog>
  )
}
