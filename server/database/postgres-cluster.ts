import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from './postgres.ts'
import { findPostgresPrograms } from './postgres-programs.ts'

export type Cluster = { urlOf: (database: string) => string; stop: () => void }

/** The database that tests clone. */
export const TEMPLATE = 'champa_template'

const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

/** A temporary PostgreSQL for tests, reached by a socket in a temporary folder. */
export async function startCluster(): Promise<Cluster | undefined> {
  const programs = findPostgresPrograms()
  if (!programs) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'champa-pg-'))
  programs.own(folder)
  const data = join(folder, 'data')
  const urlOf = (database: string) =>
    `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
  const stop = () => {
    programs.run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-s'])
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  const settings = [...SETTINGS, 'listen_addresses=', `unix_socket_directories=${folder}`]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
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
  try {
    const admin = await openPostgres(urlOf('postgres'), { migrations: 'ignore' })
    await admin.db.execute(`create database ${TEMPLATE}`)
    await admin.close()
    const template = await openPostgres(urlOf(TEMPLATE))
    await template.close()
  } catch (error) {
    stop()
    throw error
  }
  return { urlOf, stop }
}
