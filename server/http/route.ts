import type { InferOutput } from 'valibot'
import type { Call, PathParams, ReplyInput } from '#api/contract/call.ts'
import { encodeMoney } from '#api/contract/money.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import { isRolledBack } from '../database/query.ts'
import type { Logger } from '../log.ts'
import type { Member, SessionQuery } from '../auth/sessions.ts'
import type { AfterCommit, Begun, OperationKey } from './operations/operation.ts'
import { UnexpectedError } from './unexpected-error.ts'
import { ApiError } from './api-error.ts'
import { mapDatabaseError } from './map-database-error.ts'

type BodyOf<C extends Call> = C['body'] extends NonNullable<Call['body']> ? InferOutput<C['body']> : undefined

export type OnRollback = () => Promise<void>

/** A request as its handler receives it, already validated. */
export type RequestContext<C extends Call> = AnyRequest<C> & OnlyInOperations<C>

/** Only operations have an id. A posting named without one would be taken for a repeat of the posting before it. */
type OnlyInOperations<C extends Call> = C['changes'] extends false
  ? unknown
  : {
      /** Identifies the operation permanently. */
      readonly operationId: string
    }

/** A change takes the bank account from the locked row (`lockMember`): another change may have come between. */
type Caller<C extends Call> = C['changes'] extends false
  ? Member
  : Omit<Member, 'bankCode' | 'bankAccountName' | 'bankAccountNo' | 'bankChangedAt'>

interface AnyRequest<C extends Call> {
  readonly app: AppContext
  /**
   * The database for this request. In a call that changes something it is the operation's transaction, which holds the lock
   * of its member (`lockMember`), and the only database that the handler may use: `app.db` would wait for it.
   */
  readonly db: Database
  /** As of the request's start, read outside the transaction. On public calls only if a valid token was sent. */
  readonly member: C['access'] extends 'member' ? Caller<C> : Caller<C> | undefined
  /** The bearer token's hash, if there is a member. */
  readonly session: string
  readonly params: PathParams<C>
  readonly body: BodyOf<C>
  /** The upload's field `file`. */
  readonly file: File | undefined
  readonly address: string
  /** The device cookie as received: it is unverified and may hold anything. */
  readonly deviceCookie: string | undefined
  /** The `User-Agent` header; empty if missing. */
  readonly userAgent: string
  readonly setDeviceCookie: (value: string) => void
  /** The language to answer in. */
  readonly locale: Locale
  /** The page's origin as the member sees it. */
  readonly origin: string
  readonly log: Logger
  /**
   * For effects outside the database (events, messages): runs once, after the commit. Without a transaction, after the handler.
   */
  readonly afterCommit: (then: AfterCommit) => void
  /** Runs if the transaction was certainly undone: not where the answer to its commit was lost. */
  readonly onRollback: (then: OnRollback) => void
}

/** A request's context before the operation's transaction has begun. */
export type Beforehand<C extends Call> = Omit<AnyRequest<C>, 'db' | 'afterCommit' | 'onRollback'>

/** The same of an operation. */
export type BeforeOperation<C extends Call> = Beforehand<C> & OnlyInOperations<C>

/** A request as `begin` receives it, for an operation that one statement begins, or does. */
export type BeginContext<C extends Call, Along = unknown> = Beforehand<C> & {
  readonly operationId: string
  readonly key: OperationKey
  /** The columns that were read together with the session (`withSession`). */
  readonly along: Along
}

interface RouteOptions<C extends Call, Prepared> {
  /** How often one member, or without one an address, may call this. */
  readonly perMinute?: number
  /**
   * Slow work without locks, and calls to the outside that move no money, done before the transaction; the handler checks
   * the result again inside. Otherwise the embedded database could serve nobody else meanwhile. A refusal thrown here is not
   * kept as the operation's answer; one that is returned (`catchApiError`) and thrown by the handler is.
   */
  readonly prepare?: (context: BeforeOperation<C>) => Promise<Prepared>
  /** In place of `prepare`, for reads: reads the caller's session and the data that the handler needs in one statement. */
  readonly withSession?: C['changes'] extends false ? SessionQuery<Prepared> : never
  /**
   * The code sent in place of INTERNAL_SERVER_ERROR if the handler crashes and has certainly changed nothing. Callers treat this code
   * as final; after INTERNAL_SERVER_ERROR they ask for the outcome.
   */
  readonly failure?: C['errors'][number]
  /** This call's maximum share of REQUESTS_PER_MINUTE: 0.2 for a fifth. */
  readonly share?: number
}

interface AnyRoute {
  readonly call: Call
  /** Maximum bytes of the request's body. */
  readonly bodyLimit: number
  readonly perMinute: number
  readonly share: number
}

type Prepare = (context: Beforehand<Call>) => Promise<unknown>
type Begin = (context: BeginContext<Call>, prepared: unknown) => Promise<Begun>

/** A read. Its handler returns the reply as it is sent (money in baht), or a download. */
export interface ReadRoute extends AnyRoute {
  readonly kind: 'read'
  readonly prepare: Prepare | undefined
  readonly withSession: SessionQuery<unknown> | undefined
  readonly handle: (context: AnyRequest<Call>, prepared: unknown) => Promise<unknown>
}

/** An operation in a transaction. Its handler returns the reply as it is sent (money in baht). */
export interface TransactionRoute extends AnyRoute {
  readonly kind: 'transaction'
  readonly prepare: Prepare | undefined
  readonly handle: (context: RequestContext<Call>, prepared: unknown) => Promise<unknown>
}

/** An operation that one statement begins, planned by what was prepared, or read together with the session. */
interface PlannedStatementRoute extends AnyRoute {
  readonly kind: 'planned-statement'
  readonly prepare: Prepare | undefined
  readonly withSession: SessionQuery<unknown> | undefined
  readonly begin: Begin
}

/** An operation that one statement begins, before which nothing is read. */
export interface StatementRoute extends AnyRoute {
  readonly kind: 'statement'
  readonly begin: Begin
}

/** A call and how it is run: see `mountRoutes`. */
export type Route = ReadRoute | TransactionRoute | PlannedStatementRoute | StatementRoute
export type OperationRoute = Exclude<Route, ReadRoute>

const KIB = 1024
/** The bytes that are read beyond an upload's largest file: the form around it, and a file that is answered as too large. */
const FILE_EXCESS = 2 * KIB * KIB

/** A reply in pieces: each is read when the one before has been taken. An error before the first one is answered with its code. */
export class Download {
  readonly pieces: AsyncIterable<string>
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

type Result<C extends Call> = ReplyInput<C> | Download

/** Binds a call of the contract to its handler. */
export function route<const C extends Call, Prepared = undefined>(
  call: C,
  handler: (context: RequestContext<C>, prepared: Prepared) => Promise<Result<C>> | Result<C>,
  options: RouteOptions<C, Prepared> = {},
): ReadRoute | TransactionRoute {
  const { failure, prepare, withSession } = options
  const all = {
    ...limitsOf(call, options),
    // answer-request.ts validates body and parameters against the same call before.
    prepare:
      prepare &&
      (async (context: Beforehand<C>) =>
        orFailure(failure, always, async () => prepare(context as BeforeOperation<C>))),
    handle: (context: AnyRequest<C>, prepared: unknown) =>
      // An operation's handler ends before its transaction is committed.
      orFailure(failure, call.changes ? always : isRolledBack, async () => {
        const result: unknown = await handler(context as RequestContext<C>, prepared as Prepared)
        return result instanceof Download ? result : encodeMoney(call.reply, result)
      }),
  }
  return call.changes ? { kind: 'transaction', ...all } : { kind: 'read', withSession, ...all }
}

/** The body that answers the call with this reply. */
export type EncodeReply<C extends Call> = (reply: ReplyInput<C>) => string

/**
 * Binds an operation to a handler that does in one statement what `route` does in a transaction: takes the key and the member, does
 * everything, or reserves and records that the operation runs (`operationBy`), while the session is open
 * (`whileSignedIn`). That is one round trip, and the commit comes with it.
 */
export function routeInOneStatement<
  const C extends Call & { changes: true },
  Along = unknown,
  Prepared = undefined,
>(
  call: C,
  handler: (context: BeginContext<C, Along>, bodyOf: EncodeReply<C>, prepared: Prepared) => Promise<Begun>,
  options: {
    withSession?: SessionQuery<Along>
    prepare?: (context: Beforehand<C>) => Promise<Prepared>
    failure?: C['errors'][number]
    perMinute?: number
  } = {},
): OperationRoute {
  const bodyOf: EncodeReply<C> = (reply) => JSON.stringify(encodeMoney(call.reply, reply))
  const { failure, prepare, withSession } = options
  const begin: Begin = (context, prepared) =>
    orFailure(failure, isRolledBack, () =>
      handler(context as BeginContext<C, Along>, bodyOf, prepared as Prepared),
    )
  const limits = limitsOf(call, options)
  return prepare || withSession
    ? { kind: 'planned-statement', prepare, withSession, begin, ...limits }
    : { kind: 'statement', begin, ...limits }
}

const limitsOf = (call: Call, { perMinute = 0, share = 0 } = {}) => ({
  call,
  bodyLimit: call.upload ? call.upload + FILE_EXCESS : 64 * KIB,
  perMinute,
  share,
})

const always = () => true

/** Reports an unforeseen error with the call's own code where it has changed nothing (`isUndone`). */
async function orFailure<T>(
  code: ErrorCode | undefined,
  isUndone: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // What the database refuses stays its error: the operation's answer is recorded by it (run-operation.ts).
    const isRefusal = error instanceof ApiError || mapDatabaseError(error) !== undefined
    throw isRefusal || code === undefined || !isUndone(error) ? error : new UnexpectedError(code, error)
  }
}
