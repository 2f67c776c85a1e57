import { useLingui } from '@lingui/react/macro'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SlipUpload } from './slip-upload.tsx'

interface SlipSheetProps {
  /** Another app shared the picture. */
  shared?: boolean
  /** The shared picture is not needed any more: the outbox or the server has it. */
  onHandedOver: () => void
  onClose: () => void
  /** Opens the list of uploaded slips. */
  onStatus: () => void
}

/** It can be closed at any time: the outbox sends without it, and the notice of the waiting slips tells what becomes of it. */
export function SlipSheet({ shared = false, onHandedOver, onClose, onStatus }: SlipSheetProps) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t`Upload slip`} closeLabel={t`Close`}>
      <SlipUpload shared={shared} onHandedOver={onHandedOver} onClose={onClose} onStatus={onStatus} />
    </Sheet>
  )
}
