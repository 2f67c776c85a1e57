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
 * Left out of Chromium: pages of its own for an address bar that nobody sees, which open with every window and cost a
 * quarter of a second of CPU each. The last list named counts, so that Playwright's has to be named again.
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

/** What Chromium needs to run headless in a container without reaching out to its maker's servers. */
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

/** The Chromium that is already here: the one named by CHROMIUM_PATH, Playwright's, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  return [chromium.executablePath(), ...systemPaths].find((path) => existsSync(path))
}

/** Finds Chromium or fetches it: Playwright's build where it can be had, else Debian's package when root. */
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
    // Somebody else may be installing something.
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
