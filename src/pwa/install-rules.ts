import type { System } from '#lib/embedded-browser.ts'

export interface InstallMemory {
  /** Times the app was opened in a browser. */
  visits: number
  refused: boolean
}

/** How the app gets onto this phone: the browser asks, or its owner finds it behind the share button or in the menu. */
export type InstallWay = 'prompt' | 'share' | 'menu'

export interface Phone {
  system: System
  /** It is installed already, stands in a frame or in another app. */
  bound: boolean
  /** The browser let us ask. */
  canAsk: boolean
}

export function installWay({ system, bound, canAsk }: Phone): InstallWay | undefined {
  if (bound) return undefined
  if (canAsk) return 'prompt'
  if (system === 'ios') return 'share'
  return system === 'android' ? 'menu' : undefined
}

/** From the third visit on, or when something has just gone well; never again after a no. */
export function isMomentToOffer({ visits, refused }: InstallMemory, wentWell: boolean): boolean {
  return !refused && (wentWell || visits >= 3)
}
