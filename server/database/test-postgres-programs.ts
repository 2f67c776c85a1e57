import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'

/** Runs PostgreSQL's own programs; as root through the user `postgres`, because they refuse root. */
export type PostgresPrograms = {
  run: (program: 'initdb' | 'pg_ctl', args: readonly string[]) => void
  /** Gives a folder to their user. */
  own: (folder: string) => void
  /** The path of the program that measures PostgreSQL itself; undefined if it is not installed. */
  pgbench: string | undefined
}

/** Undefined if they are not installed, or if root has no other user to run them as. */
export function findPostgresPrograms(): PostgresPrograms | undefined {
  const folder = candidates().find(
    (bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pg_ctl')),
  )
  if (folder === undefined) return undefined
  // From the back: Debian's own folders come before its wrapper on the PATH, which wants a cluster of the system's.
  const pgbench = [folder, ...candidates().toReversed()]
    .map((bin) => join(bin, 'pgbench'))
    .find((path) => existsSync(path))
  if (process.getuid?.() !== 0) {
    return { pgbench, run: (program, args) => execute(join(folder, program), args), own: () => {} }
  }
  const owner = userId('postgres')
  if (owner === undefined) return undefined
  return {
    pgbench,
    run: (program, args) => {
      const command = [join(folder, program), ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
      execute('su', ['postgres', '-s', '/bin/sh', '-c', command.join(' ')])
    },
    own: (path) => chownSync(path, owner, owner),
  }
}

function candidates(): string[] {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
  return [...(process.env['PATH'] ?? '').split(delimiter), ...debian.toReversed()]
}

function userId(name: string): number | undefined {
  try {
    return Number(execFileSync('id', ['-u', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

function execute(file: string, args: readonly string[]): void {
  execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' })
}
