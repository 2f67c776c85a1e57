import type { System } from '#lib/device/embedded-browser.ts'

interface InstallMemory {
  /** The number of visits in a browser. */
  visits: number
  refused: boolean
}

/** How the app can be installed: by the browser's prompt, the share button, or the browser's menu. */
type InstallWay = 'prompt' | 'share' | 'menu'

export interface Phone {
  system: System
  /** The app is already installed, or runs in a frame or in another app. */
  bound: boolean
  /** The browser allows a prompt. */
  canAsk: boolean
}

export function installWay({ system, bound, canAsk }: Phone): InstallWay | undefined {
  if (bound) return undefined
  if (canAsk) return 'prompt'
  if (system === 'ios') return 'share'
  return system === 'android' ? 'menu' : undefined
}

/** From the third visit on, or after something went well; never again after a refusal. */
export function isMomentToOffer({ visits, refused }: InstallMemory, wentWell: boolean): boolean {
  return !refused && (wentWell || visits >= 3)
}
