import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#ui/message/spinner.tsx'
import styles from './pending-sheet.module.css'

export function PendingSheet() {
  const { t } = useLingui()
  return (
    <div className={styles.pending}>
      <Spinner label={t`Loading`} />
    </div>
  )
}
