import { databaseError } from '../database/query.ts'

const OURS = /^LG\d{3}$/
const FOREIGN_KEY = '23503'
const CHECK = '23514'

/** The caller asked for a posting that can never be right: not the member's doing, so not a value to handle. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}

export function toLedgerError(error: unknown): unknown {
  const found = databaseError(error)
  if (!found) return error
  const broken = OURS.test(found.code) || found.code === FOREIGN_KEY || found.code === CHECK
  return broken ? new LedgerError(found.message, { cause: error }) : error
}
