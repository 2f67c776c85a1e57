import { Trans } from '@lingui/react/macro'
import { Icon } from '#ui/icon.tsx'
import styles from './phone-notice.module.css'

/** The browser stores nothing, or has no room left: says what a reload would lose. */
export function StorageUnavailableNotice() {
  return (
    <section className={styles.notice} aria-live="polite">
      <Icon name="info" />
      <p>
        <Trans>
          This browser keeps nothing for the app. You stay logged in until this page is closed or loaded
          again.
        </Trans>
      </p>
    </section>
  )
}
