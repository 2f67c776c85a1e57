import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Runs a command whose output is shown; whether it succeeded. */
export const runProgram = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', timeout: 1_200_000, shell: process.platform === 'win32' })
    .status === 0

/** Installs those of Debian's packages that are missing, where that is possible: by root, on Debian. */
export function installPackages(...names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  console.log(`Fetching ${missing.join(', ')}…`)
  // Another process may be installing something.
  const apt = (...args: string[]) => runProgram('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args])
  const install = () => apt('install', '-y', '--no-install-recommends', ...missing)
  // The list of packages may be missing or outdated.
  if (!install() && apt('update')) install()
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${Status}', name], { encoding: 'utf8' })
  return stdout === 'install ok installed'
}
