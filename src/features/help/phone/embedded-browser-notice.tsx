import { Trans } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { type Embedded, phoneBrowserAddress, systemOf } from '#lib/device/embedded-browser.ts'
import { buttonClass, Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './phone-notice.module.css'

const names: Partial<Record<Embedded, string>> = {
  line: 'LINE',
  facebook: 'Facebook',
  messenger: 'Messenger',
  instagram: 'Instagram',
  tiktok: 'TikTok',
}

interface EmbeddedBrowserNoticeProps {
  app: Embedded
  onDismiss: () => void
}

/** Another app's built-in browser forgets the session and cannot install or download: explains how to open the real browser. */
export function EmbeddedBrowserNotice({ app, onDismiss }: EmbeddedBrowserNoticeProps) {
  const name = names[app]
  // The link leads to the current page.
  useLocation()
  const address = phoneBrowserAddress(app, systemOf(navigator.userAgent), location.href)
  return (
    <section className={styles.notice} aria-live="polite">
      <Icon name="globe" />
      <p>
        {name ? <Trans>You are inside {name}.</Trans> : <Trans>You are inside another app.</Trans>}{' '}
        {address ? (
          <Trans>Everything works better in your own browser.</Trans>
        ) : (
          <Trans>
            Everything works better in your own browser: open this app’s menu and choose “Open in browser”.
          </Trans>
        )}
      </p>
      <div className={styles.actions}>
        <Button size="slim" variant="plain" onClick={onDismiss}>
          <Trans>Not now</Trans>
        </Button>
        {address && (
          <a className={buttonClass({ size: 'slim' })} href={address}>
            <Trans>Open in browser</Trans>
          </a>
        )}
      </div>
    </section>
  )
}
