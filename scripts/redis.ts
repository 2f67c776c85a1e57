import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of an installed Redis server, if there is one. */
export function findRedisProgram(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return ['redis-server', 'valkey-server']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** Installs Debian's package if there is none and it can be had. Without Redis some tests are skipped. */
export function fetchRedis(): void {
  if (findRedisProgram() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Fetching Redis…')
  const run = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], {
      stdio: 'inherit',
      timeout: 600_000,
    }).status === 0
  const install = () => run('install', '-y', '--no-install-recommends', 'redis-server')
  if (!install() && run('update')) install()
}
