import type { Database } from '../database/database.ts'
import { databaseError, onlyRow, retryOnDeadlock } from '../database/query.ts'

const OURS = /^LG\d{3}$/u
const FOREIGN_KEY = '23503'
const CHECK = '23514'

/** The caller asked for a posting that the ledger's laws forbid: a bug, not a result to handle. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}

/** Asks one of the ledger's database functions. Throws LedgerError when the ledger's laws forbid it. */
export async function call<Result>(db: Database, ask: () => Promise<{ result: Result }[]>): Promise<Result> {
  try {
    return onlyRow(await retryOnDeadlock(db, ask)).result
  } catch (error) {
    const found = databaseError(error)
    if (found && (OURS.test(found.code) || found.code === FOREIGN_KEY || found.code === CHECK)) {
      throw new LedgerError(found.message, { cause: error })
    }
    throw error
  }
}
