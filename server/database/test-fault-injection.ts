import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { Pool, type PoolClient } from 'pg'
import type { Connection, Database } from './database.ts'
import { databaseOfPool } from './postgres.ts'

/** What ends a test's program, or one of its connections, in the middle of something. */
export class Fuse {
  /** Steps taken so far: before each statement, and after a commit whose answer is still on its way. */
  steps = 0
  blown = false
  readonly #at: number
  readonly #once: boolean

  /** Blows at so many steps. `once`: only that step fails, and the program lives on; else nothing works any more. */
  constructor(at = Infinity, once = false) {
    this.#at = at
    this.#once = once
  }

  step(): void {
    this.steps += 1
    if (this.steps === this.#at) this.blown = true
    if (this.blown && (this.steps === this.#at || !this.#once)) throw new Error('The fuse has blown')
  }
}

/** The same database by another way, which the fuse cuts. */
export function openFrail({ db, kind }: Connection, fuse: Fuse): Connection {
  const client: unknown = '$client' in db ? db.$client : undefined
  if (client instanceof PGlite) {
    const frail = drizzle({ client: guarded(client, fuse), casing: 'snake_case' })
    return { db: frail as unknown as Database, kind, close: async () => {} }
  }
  if (!(client instanceof Pool)) throw new Error('Another client than PGlite or Pool')
  const pool = new Pool({ ...client.options, max: 3 })
  const backends: number[] = []
  pool.on('connect', (connected) => {
    backends.push((connected as unknown as { processID: number }).processID)
    cutAt(fuse, connected)
  })
  return {
    db: databaseOfPool(pool),
    kind,
    close: async () => {
      await pool.end()
      // A server notices a torn connection a moment later, and holds its locks until then.
      const left = 'select 1 from pg_stat_activity where pid = any($1)'
      while ((await client.query(left, [backends])).rows.length > 0) await new Promise(setImmediate)
    },
  }
}

type Asking = (...given: unknown[]) => Promise<unknown>

/** Where PGlite's own transaction is told to fail, it rolls back: as it does when it is opened after a crash. */
function guarded<Client extends object>(client: Client, fuse: Fuse): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const own = value.bind(target) as Asking
      if (name === 'query' || name === 'exec')
        return async (...given: unknown[]) => {
          fuse.step()
          return own(...given)
        }
      if (name !== 'transaction') return own
      return async (work: (tx: object) => Promise<unknown>) => {
        fuse.step()
        const result = await own(async (tx: object) => {
          const done = await work(guarded(tx, fuse))
          fuse.step()
          return done
        })
        fuse.step()
        return result
      }
    },
  })
}

/** Tears the connection down in the middle, as a network or a dying server does. */
function cutAt(fuse: Fuse, client: PoolClient): void {
  const own = client.query.bind(client) as (...given: unknown[]) => unknown
  const stream = (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
  const step = () => {
    try {
      fuse.step()
    } catch (error) {
      stream.destroy()
      throw error
    }
  }
  const query = (...given: unknown[]) => {
    const [asked] = given
    const last = given.at(-1)
    try {
      step()
    } catch (error) {
      if (typeof last !== 'function') return Promise.reject(error)
      last(error)
      return undefined
    }
    const answer = own(...given)
    const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked
    if (text !== 'commit' || !(answer instanceof Promise)) return answer
    return answer.then((rows: unknown) => {
      step()
      return rows
    })
  }
  Object.assign(client, { query })
}
