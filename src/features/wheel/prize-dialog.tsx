import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import type { Won } from './wheel-rules.ts'

interface PrizeDialogProps {
  /** Null while there is no prize to show. */
  won: Won | null
  onClose: () => void
}

export function PrizeDialog({ won, onClose }: PrizeDialogProps) {
  const { t } = useLingui()
  // Keeps its text while it fades out.
  const [last, setLast] = useState(won)
  if (won && won !== last) setLast(won)
  return (
    <Dialog
      open={won !== null}
      onClose={onClose}
      icon="gift"
      tone="gold"
      title={last?.label}
      text={<Trans>The wheel stopped here.</Trans>}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t`OK`}
        </Button>
      }
    >
      {last?.html && <SafeHtml html={last.html} />}
    </Dialog>
  )
}
