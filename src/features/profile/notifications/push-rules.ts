import type { System } from '#lib/device/embedded-browser.ts'

/** What keeps a browser from notifying the member. */
export type PushObstacle =
  /** An iPhone's browser: only the installed app can. */
  | 'not-installed'
  /** An installed app of an iPhone before iOS 16.4. */
  | 'old-ios'
  /** Another app's built-in browser. */
  | 'embedded'
  /** The browser cannot, or has no worker, as in a private window. */
  | 'missing'
  /** The member has blocked notifications in the browser. */
  | 'denied'

export interface PushBrowser {
  system: System
  isEmbedded: boolean
  isInstalled: boolean
  /** It knows push messages and has a worker. */
  canPush: boolean
  permission: NotificationPermission | undefined
}

/** Undefined where the member can be asked, or has agreed already. */
export function obstacleOf(browser: PushBrowser): PushObstacle | undefined {
  if (browser.isEmbedded) return 'embedded'
  if (browser.canPush) return browser.permission === 'denied' ? 'denied' : undefined
  if (browser.system !== 'ios') return 'missing'
  return browser.isInstalled ? 'old-ios' : 'not-installed'
}
