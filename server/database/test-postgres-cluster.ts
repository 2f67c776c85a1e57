import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from './postgres.ts'
import { findPostgresPrograms, type PostgresPrograms } from './test-postgres-programs.ts'

type Cluster = { urlOf: (database: string) => string; stop: () => void }

type Postgres = Cluster & {
  /** The folder of the socket that it listens on. */
  socketFolder: string
  /** The process that starts all the others. */
  processId: number
}

/** The database that tests clone. */
export const TEMPLATE = 'champa_template'

/**
 * Tests lose nothing by a power cut, so the server need not wait for its disk. Autovacuum is off: with a database for each test file
 * it would run all the time, and its statistics would change how queries are planned. Tests of plans analyze their tables themselves.
 */
const TEST_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
  'autovacuum=off',
  'max_connections=300',
]

/** A temporary PostgreSQL for tests, with a migrated template database. */
export async function startCluster(): Promise<Cluster | undefined> {
  const programs = findPostgresPrograms()
  if (!programs) return undefined
  const cluster = startPostgres(programs, TEST_SETTINGS)
  try {
    const admin = await openPostgres(cluster.urlOf('postgres'), { migrations: 'ignore' })
    await admin.db.execute(`create database ${TEMPLATE}`)
    await admin.close()
    const template = await openPostgres(cluster.urlOf(TEMPLATE))
    await template.close()
  } catch (error) {
    cluster.stop()
    throw error
  }
  return cluster
}

/** A temporary PostgreSQL, reached by a socket in a temporary folder. `settings`: each `name=value`. */
export function startPostgres(programs: PostgresPrograms, settings: readonly string[]): Postgres {
  const folder = mkdtempSync(join(tmpdir(), 'champa-pg-'))
  programs.own(folder)
  const data = join(folder, 'data')
  const urlOf = (database: string) =>
    `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
  const stop = () => {
    programs.run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-s'])
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  const options = [...settings, 'listen_addresses=', `unix_socket_directories=${folder}`]
    .map((setting) => `-c ${setting}`)
    .join(' ')
  programs.run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ])
  programs.run('pg_ctl', [
    'start',
    '-w',
    '-t',
    '300',
    '-s',
    '-D',
    data,
    '-l',
    join(folder, 'log'),
    '-o',
    options,
  ])
  const processId = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return { urlOf, stop, socketFolder: folder, processId }
}
