import { useLingui } from '@lingui/react/macro'
import { handleError } from '#errors/handle-error.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import styles from './slip-list.module.css'

interface SlipPictureProps {
  /** Where the picture is; undefined while none is shown. */
  address: string | undefined
  onClose: () => void
}

/** The picture of a slip over the app, for one that is installed: a tab of the phone's browser might have no way back. */
export function SlipPicture({ address, onClose }: SlipPictureProps) {
  const { t } = useLingui()
  const fail = () => {
    onClose()
    handleError(new Error('The picture is not there'))
  }
  return (
    <Dialog
      open={address !== undefined}
      onClose={onClose}
      title={t`Picture of the slip`}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {address && (
        <img src={address} alt={t`Picture of the slip`} className={styles.picture} onError={fail} />
      )}
    </Dialog>
  )
}
