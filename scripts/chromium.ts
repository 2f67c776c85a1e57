import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { installPackages, runProgram } from './programs.ts'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/**
 * Features to disable: Chromium's own pages for the address bar, which open with every window and cost a quarter of a second of
 * CPU each. The last such argument wins, so Playwright's own list is repeated.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** What Chromium needs to run headless in a container without contacting its maker's servers. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
]

/** An installed Chromium: the one in CHROMIUM_PATH, Playwright's, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  return [chromium.executablePath(), ...systemPaths].find((path) => existsSync(path))
}

const systemShell = '/usr/bin/chromium-headless-shell'

/**
 * Chromium's headless shell for the flows and the components, which draws no window around its pages: the one in
 * HEADLESS_SHELL_PATH or the system's. Without one, the whole Chromium.
 */
export function findHeadlessShell(): string | undefined {
  return process.env['HEADLESS_SHELL_PATH'] ?? (existsSync(systemShell) ? systemShell : findChromium())
}

/** Finds or installs Chromium: Playwright's build if it can be downloaded, otherwise Debian's package if run as root. */
export function ensureChromium(): string {
  const here = findChromium()
  if (here) return here
  console.log('Fetching Chromium…')
  runProgram('npx', ['playwright', 'install', 'chromium'])
  let found = findChromium()
  if (!found) {
    installPackages('chromium', 'fonts-noto-core')
    found = findChromium()
  }
  if (!found)
    throw new Error('No Chromium here, and none could be fetched. Install one and name it in CHROMIUM_PATH.')
  return found
}

/** Installs the headless shell beside Debian's Chromium if it is missing. Only the speed of the tests depends on it. */
export function ensureHeadlessShell(): string {
  const whole = ensureChromium()
  if (whole === '/usr/bin/chromium' && !existsSync(systemShell)) installPackages('chromium-headless-shell')
  return findHeadlessShell() ?? whole
}
