import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { ensureChromium, ensureHeadlessShell } from './chromium.ts'
import { fetchEngines } from './engines.ts'
import { fetchRedis } from './redis.ts'

/** Every check, in order; the first failure stops the run. Names on the command line select some. */
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
  // A page that waits leaves its core to another.
  components: [['vitest', 'run', '--project', 'browser', '--maxWorkers', String(availableParallelism() + 1)]],
  build: [['node', 'scripts/with-packages.mjs', 'build']],
  e2e: [['playwright', 'test']],
  engines: [['playwright', 'test', '--config', 'tests/engines/engines.config.ts']],
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in checks))
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`)
  process.exit(2)
}

const needsChromium = (name: string) => name === 'components' || name === 'e2e'
const names = asked.length > 0 ? asked : Object.keys(checks)
if (names.some(needsChromium)) {
  process.env['CHROMIUM_PATH'] = ensureChromium()
  process.env['HEADLESS_SHELL_PATH'] = ensureHeadlessShell()
}
if (names.includes('backend')) fetchRedis()
/** Engines that are not here, and cannot be fetched: the check goes without them, and the last line names them. */
const missingEngines = names.includes('engines') ? fetchEngines() : []

/** Checks that only read the source and are short: they run at once, each printed when it ends. The others use every core by themselves. */
const together = new Set(['types', 'lint', 'unused', 'format', 'unit'])

/** Without npx, which costs half a second each time and does not pass on that the run is over. */
const withPackages = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter)

const children = new Set<ChildProcess>()

/** Runs a command; resolves with its exit status. */
async function run(
  [command, ...args]: [string, ...string[]],
  print: (text: string) => void,
  isShared: boolean,
) {
  const child = spawn(command, args, {
    env: { ...process.env, PATH: withPackages },
    stdio: isShared ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  })
  children.add(child)
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print)
  const [status] = (await once(child, 'close')) as [number | null]
  children.delete(child)
  return status ?? 1
}

const durations: string[] = []

/** Runs a check; the first that fails ends the run. `isShared`: others run meanwhile, so its output waits for its end. */
async function check(name: string, isShared: boolean): Promise<void> {
  const began = Date.now()
  let said = ''
  const print = (text: string) => {
    if (isShared) said += text
    else process.stdout.write(text)
  }
  let status = 0
  for (const command of checks[name] ?? []) {
    print(`\n▸ ${name}: ${command.join(' ')}\n`)
    status = await run(command, print, isShared)
    if (status !== 0) break
  }
  process.stdout.write(said)
  if (status !== 0) {
    for (const child of children) child.kill()
    console.error(`\n✗ ${name} failed`)
    process.exit(status)
  }
  const skipped = name === 'engines' ? missingEngines.map((engine) => `, ${engine} skipped`).join('') : ''
  durations.push(`${name} ${((Date.now() - began) / 1000).toFixed(0)} s${skipped}`)
}

const short = names.filter((name) => together.has(name))
await Promise.all(short.map((name) => check(name, short.length > 1)))
for (const name of names.filter((each) => !together.has(each))) await check(name, false)
console.log(`\n✓ ${durations.join(' · ')}`)
