import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { Pool, type PoolClient } from 'pg'
import type { Connection, Database } from './database.ts'
import { databaseOfPool } from './postgres.ts'

/** Crashes a test's program, or breaks one of its connections, at a chosen step. */
export class FaultInjector {
  /** Steps so far: one before each statement, and one after each commit, also that of a single statement, before its answer arrives. */
  steps = 0
  failed = false
  readonly #at: number
  readonly #once: boolean

  /** Fails at step `at`. `once`: only that step fails and the program goes on; otherwise every later step fails too. */
  constructor(at = Infinity, once = false) {
    this.#at = at
    this.#once = once
  }

  step(): void {
    this.steps += 1
    if (this.steps === this.#at) this.failed = true
    if (this.failed && (this.steps === this.#at || !this.#once)) throw new Error('Injected fault')
  }
}

/** The transactions of others in this database: each test has one of its own. */
const UNDER_WAY = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and backend_type = 'client backend' and xact_start is not null`

/** Another connection to the same database, which fails where `faults` says. */
export function openFaultyConnection(
  { db, kind }: Connection,
  faults: FaultInjector,
  poolSize = 3,
): Connection {
  const client: unknown = '$client' in db ? db.$client : undefined
  if (client instanceof PGlite) {
    const faulty = drizzle({ client: faultyClient(client, faults), casing: 'snake_case' })
    return { db: faulty as unknown as Database, kind, close: async () => {} }
  }
  if (!(client instanceof Pool)) throw new Error('Another client than PGlite or Pool')
  const pool = new Pool({ ...client.options, max: poolSize })
  // Before the faults, so that they see every statement by itself.
  const faulty = databaseOfPool(pool)
  pool.on('connect', (connected) => failAt(faults, connected))
  return {
    db: faulty,
    kind,
    close: async () => {
      await pool.end()
      // PostgreSQL, or a pooler before it, notices a broken connection only after a moment, and keeps its locks until then.
      while ((await client.query(UNDER_WAY)).rows.length > 0) await new Promise(setImmediate)
    },
  }
}

type Asking = (...given: unknown[]) => Promise<unknown>

/** A failing PGlite transaction rolls back, as it does when PGlite is opened after a crash. */
function faultyClient<Client extends object>(
  client: Client,
  faults: FaultInjector,
  isTransaction = false,
): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const own = value.bind(target) as Asking
      if (name === 'query' || name === 'exec')
        return async (...given: unknown[]) => {
          faults.step()
          const rows = await own(...given)
          if (!isTransaction) faults.step()
          return rows
        }
      if (name !== 'transaction') return own
      return async (work: (tx: object) => Promise<unknown>) => {
        faults.step()
        const result = await own(async (tx: object) => {
          const done = await work(faultyClient(tx, faults, true))
          faults.step()
          return done
        })
        faults.step()
        return result
      }
    },
  })
}

/** Destroys the connection's socket, as a broken network or a dying server does. */
function failAt(faults: FaultInjector, client: PoolClient): void {
  const own = client.query.bind(client) as (...given: unknown[]) => unknown
  const stream = (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
  const step = () => {
    try {
      faults.step()
    } catch (error) {
      stream.destroy()
      throw error
    }
  }
  let isTransaction = false
  const query = (...given: unknown[]) => {
    const [asked] = given
    const last = given.at(-1)
    const tell = typeof last === 'function' ? (last as (error?: unknown, rows?: unknown) => void) : undefined
    const text = String(typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked)
    try {
      step()
    } catch (error) {
      if (!tell) return Promise.reject(error)
      tell(error)
      return undefined
    }
    if (text.startsWith('begin')) isTransaction = true
    else if (text === 'commit' || text === 'rollback') isTransaction = false
    if (isTransaction || text === 'rollback') return own(...given)
    if (!tell)
      return (own(...given) as Promise<unknown>).then((rows) => {
        step()
        return rows
      })
    return own(...given.slice(0, -1), (failed: unknown, rows: unknown) => {
      let lost = failed
      try {
        if (!failed) step()
      } catch (error) {
        lost = error
      }
      tell(lost, rows)
    })
  }
  Object.assign(client, { query })
}
