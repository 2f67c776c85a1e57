import { afterEach, beforeEach } from 'vitest'
import { cdp } from 'vitest/browser'

export const preferMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

/** The tests of this file run with motion, as on most phones. Those of other files run without it. */
export function withMotion(): void {
  beforeEach(() => preferMotion('no-preference'))
  afterEach(() => preferMotion('reduce'))
}
