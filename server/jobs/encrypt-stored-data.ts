import { type Column, sql, type Table } from 'drizzle-orm'
import { DAY } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { rowsOf } from '../database/query.ts'
import { operations } from '../database/schema/access.ts'
import { gameAccounts } from '../database/schema/games.ts'
import { decryptText, encryptedBy, encryptText } from '../encryption/encrypt-text.ts'
import { forgetOlderKeys } from '../encryption/load-keyring.ts'
import { replyPlace } from '../http/operation-records.ts'
import { describeError } from '../log.ts'
import { passwordPlace } from '../modules/games/game-account.ts'

type App = Pick<AppContext, 'db' | 'keys' | 'log' | 'providers'>

/** A column of encrypted text in a table whose primary key has two columns. */
interface EncryptedColumn {
  table: Table
  column: Column
  key: readonly [Column, Column]
  placeOf: (first: string, second: string) => string
}

const columns: readonly EncryptedColumn[] = [
  {
    table: gameAccounts,
    column: gameAccounts.password,
    key: [gameAccounts.memberId, gameAccounts.gameCode],
    placeOf: (memberId, gameCode) => passwordPlace({ memberId, gameCode }),
  },
  {
    table: operations,
    column: operations.reply,
    key: [operations.owner, operations.key],
    placeOf: (owner, key) => replyPlace({ owner, key }),
  },
]

/** Rows per batch. */
const BATCH = 500

interface Counts {
  /** Was plain, or encrypted with an older key. */
  renewed: number
  /** No available key can read it. */
  failed: number
}

/**
 * Encrypts with the current key what is stored in plain text or under an older key: game passwords, replies, uploads. Each
 * value is replaced atomically, so an interrupted pass simply starts again, beside concurrent writes. Only a pass that found
 * nothing releases older keys, because a process that has not been restarted may still write with one. Never throws.
 */
export async function encryptStoredData(app: App, signal = new AbortController().signal): Promise<void> {
  const { db, keys, log, providers } = app
  try {
    const passes: Counts[] = []
    for (const one of columns) passes.push(await renewColumn(app, one, signal))
    passes.push(await providers.files.reencrypt(signal))
    const sum = (of: keyof Counts) => passes.reduce((total, counts) => total + counts[of], 0)
    const counts = { key: keys.current.id, renewed: sum('renewed'), failed: sum('failed') }
    if (counts.failed > 0) log.error('stored-data-unreadable', counts)
    if (counts.renewed > 0) log.info('stored-data-encrypted', counts)
    if (!signal.aborted && counts.failed === 0 && counts.renewed === 0) await forgetOlderKeys(db, keys)
  } catch (error) {
    log.error('stored-data-not-encrypted', describeError(error))
  }
}

/** Runs now and every day; returns the stop function, which waits for the value in progress. */
export function startEncrypting(app: App): () => Promise<void> {
  const stopping = new AbortController()
  let running = encryptStoredData(app, stopping.signal)
  const timer = setInterval(() => {
    running = running.then(() => encryptStoredData(app, stopping.signal))
  }, DAY)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

async function renewColumn(
  { db, keys, log }: App,
  { table, column, key: [first, second], placeOf }: EncryptedColumn,
  signal: AbortSignal,
): Promise<Counts> {
  const counts = { renewed: 0, failed: 0 }
  let last = { first: '', second: '' }
  while (!signal.aborted) {
    const rows = await rowsOf<{ first: string; second: string; stored: string }>(
      db,
      sql`select ${first} as first, ${second} as second, ${column} as stored from ${table}
        where ${column} not like ${`${encryptedBy(keys.current.id)}%`}
          and (${first}, ${second}) > (${last.first}, ${last.second})
        order by ${first}, ${second} limit ${BATCH}`,
    )
    for (const row of rows) {
      const place = placeOf(row.first, row.second)
      try {
        const text = encryptText(keys, decryptText(keys, row.stored, place), place)
        // A value that changed meanwhile was written with the current key.
        await db.execute(
          sql`update ${table} set ${sql.identifier(column.name)} = ${text}
            where ${first} = ${row.first} and ${second} = ${row.second} and ${column} = ${row.stored}`,
        )
        counts.renewed += 1
      } catch (error) {
        counts.failed += 1
        log.warn('stored-text-unreadable', describeError(error))
      }
    }
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) break
    last = end
  }
  return counts
}
