import { findProgram, installPackages } from './programs.ts'

export type EngineName = 'Firefox' | 'WebKit'

/** The engines besides Chromium in which the app is tried. */
export const engineNames: readonly EngineName[] = ['Firefox', 'WebKit']

/** Debian's packages. WebKit plays films by GStreamer's plugins alone, and has no headless mode. */
const packages: Record<EngineName, string[]> = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-plugins-good', 'gstreamer1.0-libav'],
}

export const findFirefox = (): string | undefined => findProgram('firefox-esr', 'firefox')

/** WebKitGTK's driver, and the display for its window. */
export function findWebKit(): { driver: string; display: string } | undefined {
  const driver = findProgram('WebKitWebDriver')
  const display = findProgram('Xvfb')
  return driver && display ? { driver, display } : undefined
}

const find: Record<EngineName, () => unknown> = { Firefox: findFirefox, WebKit: findWebKit }

/** Installs the engines where that is possible. Returns the names of those that are not here. */
export function fetchEngines(): EngineName[] {
  for (const name of engineNames) installPackages(...packages[name])
  return engineNames.filter((name) => !find[name]())
}
