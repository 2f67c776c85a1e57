import { Trans } from '@lingui/react/macro'
import type { PushObstacle } from './push-rules.ts'
import { Notice } from '#ui/message/notice.tsx'

/** Why this browser cannot notify the member, and what to do. */
export function PushObstacleNotice({ obstacle }: { obstacle: PushObstacle }) {
  switch (obstacle) {
    case 'not-installed':
      return (
        <Notice icon="share" title={<Trans>Notifications need the installed app</Trans>}>
          <Trans>
            On an iPhone with iOS 16.4 or later, tap the share button, then “Add to Home Screen”. Open the app
            from there and turn notifications on.
          </Trans>
        </Notice>
      )
    case 'old-ios':
      return (
        <Notice icon="phone" title={<Trans>Notifications need iOS 16.4 or later</Trans>}>
          <Trans>Please update your iPhone, then open this again.</Trans>
        </Notice>
      )
    case 'embedded':
      return (
        <Notice icon="globe" title={<Trans>You are inside another app.</Trans>}>
          <Trans>Notifications come only to your own browser. Please open the app there.</Trans>
        </Notice>
      )
    case 'missing':
      return (
        <Notice title={<Trans>This browser cannot show notifications</Trans>}>
          <Trans>Private windows cannot show them either. Please try another browser.</Trans>
        </Notice>
      )
    case 'denied':
      return (
        <Notice icon="lock" title={<Trans>Notifications are blocked in this browser</Trans>}>
          <Trans>Please allow notifications for this site in the browser’s settings, then come back.</Trans>
        </Notice>
      )
  }
}
