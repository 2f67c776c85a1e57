import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool, type PoolClient, types } from 'pg'
import { MIGRATING } from './advisory-locks.ts'
import { type Connection, type Database, DatabaseUnavailable } from './database.ts'
import { areMigrationsDone } from './migrations-done.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { createStatementNames, tuneClient } from './pooled-client.ts'
import { databaseError } from './query.ts'

const OLDEST = 150_000
/** Errors after which only a new connection helps: the server does not know a named statement, or a migration has changed its result. */
const UNUSABLE = new Set(['26000', '0A000'])

// int8 is read as text by default; ours are row numbers and satang, both far within a safe integer.
types.setTypeParser(types.builtins.INT8, Number)

/** `migrations`: `check` refuses a database that lacks some. Throws DatabaseUnavailable with a message for a person. */
export async function openPostgres(
  url: string,
  options: {
    poolSize?: number
    onError?: (error: Error) => void
    migrations?: 'run' | 'check' | 'ignore'
  } = {},
): Promise<Connection> {
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    // Sends a statement before the previous answer has come, where the caller does not await it.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  const db = databaseOfPool(pool, options.onError)
  try {
    await prepare(pool, url, options.migrations ?? 'run')
    if (options.migrations === 'check' && !(await areMigrationsDone(db))) {
      throw new DatabaseUnavailable(
        `DATABASE_URL: PostgreSQL at ${placeOf(url)} lacks migrations of this release, and MIGRATE is off: run npm run migrate.`,
      )
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    db,
    kind: 'postgres',
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** The database behind a pool. Its connections may break at any moment, idle or busy; the pool replaces them. */
export function databaseOfPool(pool: Pool, onError?: (error: Error) => void): Database {
  // An error without a listener would end the process; the pool reports its idle connections, each connection its own.
  pool.on('error', () => {})
  const nameOf = createStatementNames()
  pool.on('connect', (client) => {
    client.on('error', (error) => onError?.(error))
    tuneClient(client, nameOf)
  })
  const whole = drizzle({ client: pool, casing: 'snake_case' })
  const single = new WeakMap<PoolClient, typeof whole>()
  const onOne = (client: PoolClient) => {
    const known = single.get(client) ?? drizzle({ client, casing: 'snake_case' })
    single.set(client, known as typeof whole)
    return known
  }
  // Drizzle never returns a pool's connection on which even `begin` fails.
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    let isUnusable = false
    try {
      return await onOne(client).transaction(work, config)
    } catch (error) {
      isUnusable = UNUSABLE.has(databaseError(error)?.code ?? '')
      throw error
    } finally {
      client.release(isUnusable)
    }
  }
  return Object.assign(whole, { transaction })
}

async function prepare(pool: Pool, url: string, migrations: 'run' | 'check' | 'ignore'): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(
      `DATABASE_URL: no connection to PostgreSQL at ${placeOf(url)}: ${reasonOf(error)}`,
      {
        cause: error,
      },
    )
  })
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < OLDEST) {
      throw new DatabaseUnavailable(`DATABASE_URL: PostgreSQL at ${placeOf(url)} is older than 15.`)
    }
    if (migrations === 'run') {
      // One transaction holds the lock and the settings, because a pooler may hand the connection on after each.
      await client.query('begin')
      // A migration of many rows is slow, and so is waiting for another server that migrates.
      await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      // Several servers that start at once migrate one after another.
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATING])
      // The migrator's own `begin` is ignored inside this transaction; its `commit` ends it, if it had something to do.
      await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder })
      await client.query('commit')
    }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The URL without user and password. */
function placeOf(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url)
    return `${host || searchParams.get('host') || 'localhost'}${pathname}`
  } catch {
    return 'an address that cannot be read'
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
