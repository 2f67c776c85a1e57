// Runs a script of this folder, after installing the packages if they are missing or older than the lock file. Plain
// JavaScript, because a fresh clone has nothing but Node.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Champa needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const installed = join(root, 'node_modules', '.package-lock.json')
const lock = join(root, 'package-lock.json')
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.log('Installing packages, which may take minutes…')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) process.exit(npm.status ?? 1)
}

const [script, ...rest] = process.argv.slice(2)
process.chdir(root)
process.argv = [process.argv[0], join(root, 'scripts', `${script}.ts`), ...rest]
const { register } = await import('tsx/esm/api')
register()
await import(`./${script}.ts`)
