import { Trans } from '@lingui/react/macro'
import { install, refuseInstall } from '#pwa/use-install.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './phone-notice.module.css'

/** How to install the app. `way`: the browser's own prompt, its share button, or its menu. */
export function InstallNotice({ way }: { way: 'prompt' | 'share' | 'menu' }) {
  return (
    <section className={styles.notice} aria-live="polite">
      <Icon name={way === 'share' ? 'share' : 'phone'} />
      <p>
        {way === 'prompt' && <Trans>Install the app: it opens at once, and without a connection too.</Trans>}
        {way === 'share' && (
          <Trans>
            This browser deletes what the app keeps after seven days without a visit. To keep it, tap the
            share button, then “Add to Home Screen”.
          </Trans>
        )}
        {way === 'menu' && (
          <Trans>
            To install the app, open your browser’s menu and tap “Install” or “Add to Home screen”.
          </Trans>
        )}
      </p>
      <div className={styles.actions}>
        <Button size="slim" variant="plain" onClick={refuseInstall}>
          <Trans>No, thank you</Trans>
        </Button>
        {way === 'prompt' && (
          <Button size="slim" onClick={() => void install()}>
            <Trans>Install</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}
