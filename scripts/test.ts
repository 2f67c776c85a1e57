import { spawnSync } from 'node:child_process'
import { ensureChromium, ensureHeadlessShell } from './chromium.ts'
import { fetchRedis } from './redis.ts'

/** Every check, cheapest first; the first failure stops the run. Names on the command line select some. */
const checks: Record<string, [command: string, ...args: string[]][]> = {
  types: [
    ['tsc', '-p', 'tsconfig.json'],
    ['tsc', '-p', 'tsconfig.worker.json'],
  ],
  lint: [['oxlint', '--type-aware']],
  unused: [['knip']],
  format: [['oxfmt', '--check', '.']],
  unit: [['vitest', 'run', '--project', 'unit']],
  backend: [['vitest', 'run', '--project', 'server']],
  components: [['vitest', 'run', '--project', 'browser']],
  build: [['node', 'scripts/with-packages.mjs', 'build']],
  e2e: [['playwright', 'test']],
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in checks))
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`)
  process.exit(2)
}

const needsChromium = (name: string) => name === 'components' || name === 'e2e'
const names = asked.length > 0 ? asked : Object.keys(checks)
if (names.some(needsChromium)) process.env['CHROMIUM_PATH'] = ensureChromium()
if (names.includes('e2e')) process.env['HEADLESS_SHELL_PATH'] = ensureHeadlessShell()
if (names.includes('backend')) fetchRedis()

const durations: string[] = []
for (const name of names) {
  const began = Date.now()
  for (const [command, ...args] of checks[name] ?? []) {
    console.log(`\n▸ ${name}: ${[command, ...args].join(' ')}`)
    const local = command === 'node' ? ['node', ...args] : ['npx', '--no-install', command, ...args]
    const { status } = spawnSync(local[0] ?? '', local.slice(1), {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) {
      console.error(`\n✗ ${name} failed`)
      process.exit(status ?? 1)
    }
  }
  durations.push(`${name} ${((Date.now() - began) / 1000).toFixed(0)} s`)
}
console.log(`\n✓ ${durations.join(' · ')}`)
