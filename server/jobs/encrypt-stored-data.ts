import { type Column, type SQL, sql, type Table } from 'drizzle-orm'
import { DAY } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { rowsOf } from '../database/query.ts'
import { operations } from '../database/schema/access.ts'
import { gameAccounts, pendingGamePasswords } from '../database/schema/games.ts'
import { decryptText, encryptedBy, encryptText } from '../encryption/encrypt-text.ts'
import { forgetOlderKeys } from '../encryption/load-keyring.ts'
import { replyPlace } from '../http/operations/operation-records.ts'
import { describeError } from '../log.ts'
import { passwordPlace, pendingPlace } from '../modules/games/game-account.ts'
import { endLease, leaseJob } from './lease.ts'
import type { Job } from './run-jobs.ts'

type App = Pick<AppContext, 'db' | 'clock' | 'keys' | 'log' | 'providers'>

/** A column of encrypted text in a table of which two columns name a row. */
interface EncryptedColumn {
  table: Table
  column: Column
  key: readonly [Column, Column]
  placeOf: (first: string, second: string) => string
  /** The only rows that have such a text, and the column of the index that finds them; all rows by default. */
  only?: { where: SQL; inOrderOf: Column }
}

const columns: readonly EncryptedColumn[] = [
  {
    table: gameAccounts,
    column: gameAccounts.password,
    key: [gameAccounts.memberId, gameAccounts.gameCode],
    placeOf: (memberId, gameCode) => passwordPlace({ memberId, gameCode }),
  },
  {
    table: pendingGamePasswords,
    column: pendingGamePasswords.password,
    key: [pendingGamePasswords.memberId, pendingGamePasswords.gameCode],
    placeOf: (memberId, gameCode) => pendingPlace({ memberId, gameCode }),
  },
  {
    table: operations,
    column: operations.reply,
    key: [operations.owner, operations.key],
    placeOf: (owner, key) => replyPlace({ owner, key }),
    // A key stays for ever, and its answer for a day.
    only: { where: sql`${operations.bodyHash} <> ''`, inOrderOf: operations.createdAt },
  },
]

/** Rows per batch. */
const BATCH = 500

interface Counts {
  /** Values that were plain, or encrypted with an older key. */
  renewed: number
  /** Values that no available key can read. */
  failed: number
}

/**
 * Encrypts with the current key everything that is stored in plain text or under an older key: game passwords, replies, uploads. Each
 * value is replaced atomically, so a pass that was broken off simply starts again, beside concurrent writes. Only a pass that found
 * nothing releases older keys, because a process that has not been restarted may still write with one.
 */
export async function encryptStoredData(app: App, signal = new AbortController().signal): Promise<void> {
  const { db, keys, log, providers } = app
  const passes: Counts[] = []
  for (const one of columns) passes.push(await renewColumn(app, one, signal))
  const tell = (error: unknown) => log.warn('stored-file-unreadable', describeError(error))
  passes.push(await providers.files.reencrypt(signal, tell))
  const sum = (of: keyof Counts) => passes.reduce((total, counts) => total + counts[of], 0)
  const counts = { key: keys.current.id, renewed: sum('renewed'), failed: sum('failed') }
  if (counts.failed > 0) log.error('stored-data-unreadable', counts)
  if (counts.renewed > 0) log.info('stored-data-encrypted', counts)
  if (!signal.aborted && counts.failed === 0 && counts.renewed === 0) await forgetOlderKeys(db, keys)
}

/** Once a day in one process for all, because it reads everything that is kept; and at once under another key. */
export const encryptDaily: Job = {
  name: 'encrypt-stored-data',
  lease: (app) => leaseJob(`encrypt-stored-data:${app.keys.current.id}`, DAY)(app),
  async work(app, leased, signal) {
    await encryptStoredData(app, signal)
    if (signal?.aborted) await endLease(app, leased)
  },
}

interface Part {
  first: string
  second: string
  /** The row's value of the column `inOrderOf`, as text. */
  at: string
  /** The stored text, if it has to be encrypted anew; null if it is empty or already under the current key. */
  stored: string | null
}

/** The rows after this one: some at a time, so that no statement is long, however few of them are to be renewed. */
async function readPart(
  { db, keys }: Pick<App, 'db' | 'keys'>,
  { table, column, key: [first, second], only }: EncryptedColumn,
  last: Part | undefined,
): Promise<Part[]> {
  const at = only?.inOrderOf
  const order = sql.join([...(at ? [at] : []), first, second], sql`, `)
  const after =
    last && sql`(${order}) > (${at ? sql`${last.at}::timestamptz, ` : sql``}${last.first}, ${last.second})`
  return rowsOf<Part & Record<string, unknown>>(
    db,
    sql`select ${first} as first, ${second} as second, ${at ? sql`${at}::text` : sql`''`} as at,
        case when ${column} not like ${`${encryptedBy(keys.current.id)}%`} then ${column} end as stored
      from ${table} where ${only?.where ?? sql`true`} and ${after ?? sql`true`} order by ${order} limit ${BATCH}`,
  )
}

async function renewColumn(app: App, one: EncryptedColumn, signal: AbortSignal): Promise<Counts> {
  const { db, keys, log } = app
  const { table, column, key, placeOf } = one
  const counts = { renewed: 0, failed: 0 }
  let last: Part | undefined
  while (!signal.aborted) {
    const rows = await readPart(app, one, last)
    for (const { first, second, stored } of rows) {
      if (stored === null) continue
      const place = placeOf(first, second)
      try {
        const text = encryptText(keys, decryptText(keys, stored, place), place)
        // A value that changed meanwhile was written with the current key.
        await db.execute(
          sql`update ${table} set ${sql.identifier(column.name)} = ${text}
            where ${key[0]} = ${first} and ${key[1]} = ${second} and ${column} = ${stored}`,
        )
        counts.renewed += 1
      } catch (error) {
        counts.failed += 1
        log.warn('stored-text-unreadable', describeError(error))
      }
    }
    last = rows.at(-1)
    if (!last || rows.length < BATCH) break
  }
  return counts
}
