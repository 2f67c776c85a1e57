import * as v from 'valibot'
import { databaseError } from '../database/query.ts'
import { ApiError } from './api-error.ts'

/** The SQLSTATE of a refusal by the database itself. Its message is the code and the details as JSON. */
const REFUSED = 'PL001'

const raised = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    code: v.picklist(['LOSS_LIMIT', 'TIME_LIMIT', 'PLAY_BREAK']),
    details: v.object({
      reason: v.string(),
      until: v.string(),
      /** Satang. */
      maximum: v.exactOptional(v.number()),
    }),
  }),
)

/** The ApiError of a refusal that a trigger has raised (`play_begins`, `play_break_holds`); undefined for any other error. */
export function mapDatabaseError(error: unknown): ApiError | undefined {
  const found = databaseError(error)
  if (found?.code !== REFUSED) return undefined
  const { code, details } = v.parse(raised, found.message)
  return new ApiError(code, undefined, details)
}
