import * as v from 'valibot'
import { memberCall } from './call.ts'
import { count, listOf } from './fields.ts'
import { money } from './money.ts'
import { moment, statementFilter } from './statement.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'statement-totals': true
    'statement-csv': true
  }
}

const statementTotal = v.object({
  /** The day or month in Bangkok: `2026-01-05` or `2026-01`. */
  period: v.pipe(v.string(), v.regex(/^\d{4}-\d\d(?:-\d\d)?$/u)),
  /** How many rows the next three sum: what failed or is still being processed moves nothing in the end, and is not counted. */
  count,
  deposits: money,
  withdrawals: money,
  /** Bonuses, cashback, and prizes of the wheel, less what of them was taken back, which may have been given in an earlier period. */
  bonuses: money,
  /** What rounds of games have won and lost: only by month, and where no filter leaves out rows of the statement. */
  won: v.nullish(money),
  lost: v.nullish(money),
})
export type StatementTotal = v.InferOutput<typeof statementTotal>

const range = v.object({ ...statementFilter, from: moment, until: moment })

/** Totals by day or month of at most ten years, newest first; a period without any has no entry. */
export const totalStatements = memberCall('totalStatements', 'POST /api/statement/totals', {
  extension: 'statement-totals',
  body: v.object({ ...range.entries, by: v.picklist(['day', 'month']) }),
  reply: v.object({ totals: listOf(statementTotal) }),
})

/** The rows of at most ten years as a file for spreadsheets, oldest first, in the language of the request. */
export const exportStatements = memberCall('exportStatements', 'POST /api/statement/csv', {
  extension: 'statement-csv',
  body: range,
  download: 'text/csv',
  reply: v.string(),
})
