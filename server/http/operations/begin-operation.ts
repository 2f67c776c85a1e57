import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { signedIn } from '../../auth/sessions.ts'
import { placeholder, preparedRows } from '../../database/prepared.ts'
import type { Beginning } from './operation.ts'

/** The columns of a `Beginning`. */
export const beginning = sql.raw(
  'taken, call, body_hash as "bodyHash", status, http_status as "httpStatus", reply, created_at as "createdAt"',
)
/**
 * Takes the key and locks the member, then looks for the session: it may have ended while the body was on its way, or during the wait for
 * the lock. `for key share` also sees what was committed during that wait; a plain read would see the state at the statement's start.
 */
const beginOperation = (owner: Placeholder | SQL) =>
  sql`operation_begin(${owner}, ${placeholder('key')}) taking
      left join lateral (${signedIn} and taking.taken for key share) still on true`

/** Begins an operation in a transaction. */
export const operationBegin = preparedRows<Beginning & { isSignedIn: boolean }>(
  sql`select ${beginning}, still.id is not null as "isSignedIn" from ${beginOperation(placeholder('owner'))}`,
)

/**
 * Begins a statement that does a whole operation: `begun` is its row with the `beginning`, and `is_signed_in` says that it may act. For a
 * session that has ended before there is no row, and nothing is taken. Materialized, because only then is the session certainly looked at
 * before the member is waited for, and again before anything is done.
 */
export const whileSignedIn = sql`with caller as materialized (${signedIn}), begun as materialized (
  select taking.*, still.id is not null as is_signed_in from caller cross join lateral ${beginOperation(sql`caller.id`)})`
