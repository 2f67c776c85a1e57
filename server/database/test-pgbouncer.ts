import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Connection } from './database.ts'
import { openPostgres } from './postgres.ts'
import { clonePostgres } from './test-database.ts'

/** A PgBouncer that knows statements prepared by name (1.21 or newer), if one is installed. */
export function findPgbouncer(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return folders
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => {
      if (!existsSync(path)) return false
      const [, major, minor] =
        /(\d+)\.(\d+)/u.exec(execFileSync(path, ['--version'], { encoding: 'utf8' })) ?? []
      return Number(major) > 1 || Number(minor) >= 21
    })
}

/**
 * Runs a PgBouncer with the settings of deploy/pgbouncer.ini before the tests' PostgreSQL, with this many connections to it.
 * `databaseUrl` is one of the tests' databases, the returned one leads there through the pooler.
 */
export async function startPgbouncer(program: string, databaseUrl: string, poolSize: number) {
  const folder = mkdtempSync(join(tmpdir(), 'champa-pgbouncer-'))
  const url = new URL(databaseUrl)
  const place = `host=${url.searchParams.get('host')} dbname=${url.pathname.slice(1)} user=${url.username}`
  const replace = (text: string, from: RegExp, to: string) => {
    if (!from.test(text)) throw new Error(`deploy/pgbouncer.ini has no ${from.source}`)
    return text.replace(from, to)
  }
  const settings: [RegExp, string][] = [
    [/host=postgres port=5432 dbname=champa/u, place],
    [/listen_addr = .*/u, `unix_socket_dir = ${folder}`],
    [/auth_type = .*/u, 'auth_type = any'],
    [/auth_file = .*/u, ''],
    [/default_pool_size = .*/u, `default_pool_size = ${poolSize}`],
  ]
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(
    ini,
    settings.reduce(
      (text, [from, to]) => replace(text, from, to),
      readFileSync('deploy/pgbouncer.ini', 'utf8'),
    ),
  )
  // As root it continues as another user, who makes its socket here.
  chmodSync(folder, 0o777)
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(program, [...asUser, ini], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    child.once('exit', () => reject(new Error(said)))
  })
  return {
    url: `postgres://postgres@localhost:6432/champa?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      child.kill('SIGQUIT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** A fresh database with all tables in the tests' PostgreSQL, through a pooler with this many connections to it. */
export async function openThroughPgbouncer(program: string, poolSize: number): Promise<Connection> {
  const pooler = await startPgbouncer(program, await clonePostgres(), poolSize)
  const connection = await openPostgres(pooler.url, { poolSize: 8 })
  return {
    ...connection,
    close: async () => {
      await connection.close()
      await pooler.stop()
    },
  }
}
