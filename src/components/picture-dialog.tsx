import { useLingui } from '@lingui/react/macro'
import { handleError } from '#errors/handle-error.ts'
import { opensEmptyTabs } from '#lib/device/embedded-browser.ts'
import { isStandalone } from '#pwa/use-install.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import styles from './picture-dialog.module.css'

/** Whether a picture opens over the app: a tab of the phone's browser might have no way back to an installed one. */
export const opensPicturesHere = () => isStandalone() || !opensEmptyTabs()

interface PictureDialogProps {
  title: string
  /** Where the picture is; undefined while none is shown. */
  address: string | undefined
  onClose: () => void
}

/** A picture over the app. */
export function PictureDialog({ title, address, onClose }: PictureDialogProps) {
  const { t } = useLingui()
  const fail = () => {
    onClose()
    handleError(new Error('The picture is not there'))
  }
  return (
    <Dialog
      open={address !== undefined}
      onClose={onClose}
      title={title}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {address && <img src={address} alt={title} className={styles.picture} onError={fail} />}
    </Dialog>
  )
}
