import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Sheet } from '#ui/sheet.tsx'
import { SlipUpload } from './slip-upload.tsx'

interface SlipSheetProps {
  /** Another app shared the picture. */
  shared?: boolean
  onClose: () => void
  /** Opens the list of uploaded slips. */
  onStatus: () => void
}

export function SlipSheet({ shared = false, onClose, onStatus }: SlipSheetProps) {
  const { t } = useLingui()
  const [locked, setLocked] = useState(false)
  return (
    <Sheet open onClose={onClose} locked={locked} title={t`Upload slip`} closeLabel={t`Close`}>
      <SlipUpload shared={shared} onBusy={setLocked} onClose={onClose} onStatus={onStatus} />
    </Sheet>
  )
}
