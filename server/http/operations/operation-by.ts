import { sql } from 'drizzle-orm'
import type { Call } from '#api/contract/call.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { placeholder, preparedRows } from '../../database/prepared.ts'
import type { ApiError } from '../api-error.ts'
import { SessionEnded } from '../bearer.ts'
import type { Database } from '../../database/database.ts'
import type { Answer, Begun, Beginning } from './operation.ts'
import type { BeginContext } from '../route.ts'
import { storedReply } from './operation-records.ts'
import { beginning, whileSignedIn } from './begin-operation.ts'

/** The answer of a database function that performs a whole operation. */
interface Told {
  /** The reason that nothing was done. */
  refusal?: ErrorCode
  details?: ApiError['details']
  /** The data that the operation was planned by has changed, and nothing was done. */
  changed?: true
}

/** An operation as it is planned: the arguments of its function, and its answer once that has done it. */
interface Plan<Done> extends Pick<Begun, 'refused'> {
  /** A refusal that needs no database; a used key still gets its first answer. */
  refusal?: Pick<ApiError, 'code' | 'details'> | undefined
  given: object
  /** The body that answers the call. */
  body: string
  /** Runs after the commit of an operation that ends later, as a transfer does (`Begun.finish`). The answer is kept when it ends. */
  finish?: ((done: Done) => Promise<Answer>) | undefined
  afterCommit?: readonly ((done: Done) => void | Promise<void>)[]
}

/**
 * How often an operation is planned at most. A member's operations run one at a time, so only game rounds, friends and staff change
 * anything in between.
 */
const MAX_PLANS = 5

/**
 * An operation that a function of the database does as a whole: `name(member, given, now)`, which returns `Told`. The same statement
 * looks for the session, takes the key and the member before (`whileSignedIn`) and keeps the answer afterwards (`operation_keep`): one
 * round trip, and the commit comes with it. The work that only this process can do, such as drawing lots and encrypting the answer, is
 * planned before, by the data of that moment; if they have changed (`changed`), it is planned once more, with the new ones (`Changed`).
 * `Done`: the function's answer when it has done the operation. `db`: the transaction that the statement belongs to, if any.
 */
export function operationBy<Changed extends object = object, Done extends object = object>(name: string) {
  const work = sql`case when ${placeholder('refusal')}::text is null
    then ${sql.raw(name)}(${placeholder('owner')}, ${placeholder('given')}::jsonb, ${placeholder('now')}::timestamptz)
    else jsonb_build_object('refusal', ${placeholder('refusal')}::text) end`
  const ask = preparedRows<
    Beginning & { isSignedIn: boolean; told: (Told & Partial<Changed & Done>) | null }
  >(
    sql`${whileSignedIn} select ${beginning}, is_signed_in as "isSignedIn", case when is_signed_in and call is null
        then operation_keep(${placeholder('owner')}, ${placeholder('key')}, ${placeholder('call')},
          ${placeholder('bodyHash')}, ${placeholder('reply')}, ${placeholder('now')}::timestamptz, ${work}) end as told
      from begun`,
  )
  return async (
    { app, session, operationId, key }: Pick<BeginContext<Call>, 'app' | 'session' | 'operationId' | 'key'>,
    plan: (told?: Told & Partial<Changed>) => Plan<Done> | Promise<Plan<Done>>,
    db: Database = app.db,
  ): Promise<Begun> => {
    let planned = await plan()
    for (let plans = 1; ; plans += 1) {
      const { refusal, body, refused, finish, afterCommit = [] } = planned
      const answer = { status: 200, text: body }
      const [row] = await ask(db, {
        ...key,
        key: key.key ?? null,
        session,
        refusal: refusal?.code ?? null,
        given: JSON.stringify(planned.given),
        reply:
          key.key === undefined || finish
            ? null
            : storedReply(app.keys, { owner: key.owner, operationId }, answer),
        now: app.clock.now().toISOString(),
      })
      if (!row || (row.taken && !row.isSignedIn)) throw new SessionEnded()
      const { told, isSignedIn: _, ...begun } = row
      if (!told?.changed) {
        const details = refusal?.details ?? told?.details
        // Null for a repeated key: its hooks do not run.
        const done = told as Done
        return {
          ...begun,
          refusal: told?.refusal ?? null,
          details,
          refused,
          finish: async () => (finish ? finish(done) : answer),
          afterCommit: afterCommit.map((then) => () => then(done)),
        }
      }
      if (plans === MAX_PLANS) throw new Error(`${name}: what it needs changes all the time`)
      planned = await plan(told)
    }
  }
}
