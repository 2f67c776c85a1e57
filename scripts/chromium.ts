import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

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

/** Finds or installs Chromium: Playwright's build if it can be downloaded, otherwise Debian's package if run as root. */
export function ensureChromium(): string {
  const here = findChromium()
  if (here) return here
  console.log('Fetching Chromium…')
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { stdio: 'inherit', timeout: 1_200_000, shell: process.platform === 'win32' })
      .status === 0
  run('npx', ['playwright', 'install', 'chromium'])
  let found = findChromium()
  if (!found && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Another process may be installing something.
    const patient = ['-o', 'DPkg::Lock::Timeout=600']
    run('apt-get', [...patient, 'update', '-qq'])
    run('apt-get', [
      ...patient,
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'fonts-noto-core',
    ])
    found = findChromium()
  }
  if (!found)
    throw new Error('No Chromium here, and none could be fetched. Install one and name it in CHROMIUM_PATH.')
  return found
}
