import type { InferOutput } from 'valibot'
import type { Call, PathParams, ReplyInput } from '#api/contract/call.ts'
import { encodeMoney } from '#api/contract/money.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { Member } from '../auth/sessions.ts'
import { UnexpectedError } from './unexpected-error.ts'
import type { Locale } from './locale.ts'
import { ApiError } from './api-error.ts'

type BodyOf<C extends Call> = C['body'] extends NonNullable<Call['body']> ? InferOutput<C['body']> : undefined

export type AfterCommit = () => void | Promise<void>

export type OnRollback = () => Promise<void>

/** What a handler is given: everything is checked already. */
export interface RequestContext<C extends Call> {
  readonly app: AppContext
  /**
   * Where to read and write. In a call that changes things it is the transaction of the whole operation, and the only
   * database the handler may touch: `app.db` would wait for it.
   */
  readonly db: Database
  /** As of the request's start, read outside the transaction. On open calls only where a good token came along. */
  readonly member: C['access'] extends 'member' ? Member : Member | undefined
  /** The bearer token's hash, where there is a member. */
  readonly session: string
  readonly params: PathParams<C>
  readonly body: BodyOf<C>
  /** What came in the field `file` of an upload. */
  readonly file: File | undefined
  /** Names the operation for ever; of use in calls that change things. */
  readonly operationId: string
  readonly address: string
  /** The device cookie as received: it is unverified and may hold anything. */
  readonly deviceCookie: string | undefined
  /** What the browser calls itself; empty where it does not. */
  readonly userAgent: string
  readonly setDeviceCookie: (value: string) => void
  /** The language that the member reads. */
  readonly locale: Locale
  /** The page's own origin as the member sees it. */
  readonly origin: string
  readonly log: Logger
  /** For what is not the database (events, messages): runs once, after the commit. Without a transaction, after the handler. */
  readonly afterCommit: (then: AfterCommit) => void
  /**
   * For what was asked of the outside world inside the transaction: runs where the transaction failed. That does not
   * say that nothing was committed: the answer of the commit itself may have been lost.
   */
  readonly onRollback: (then: OnRollback) => void
}

/** A request's context before the operation's transaction has begun. */
export type Beforehand<C extends Call> = Omit<
  RequestContext<C>,
  'db' | 'operationId' | 'afterCommit' | 'onRollback'
>

export interface RouteOptions<C extends Call, Prepared> {
  /** Bytes of the request's body. */
  readonly bodyLimit?: number
  /** How often one member, or where there is none one address, may call this. */
  readonly perMinute?: number
  /**
   * Slow work that needs no lock, done before the transaction and for the handler to check again inside it. The embedded
   * database would serve nobody else meanwhile.
   */
  readonly prepare?: (context: Beforehand<C>) => Promise<Prepared>
  /** What is answered where the handler breaks, in place of INTERNAL_SERVER_ERROR: nothing was done then. */
  readonly failure?: C['errors'][number]
  /** How much of REQUESTS_PER_MINUTE may be calls of this one: 0.2 for a fifth. */
  readonly share?: number
}

export interface Route {
  readonly call: Call
  readonly bodyLimit: number
  readonly perMinute: number
  readonly share: number
  readonly prepare: (context: Beforehand<Call>) => Promise<unknown>
  readonly handle: (context: RequestContext<Call>, prepared: unknown) => Promise<unknown>
}

const KIB = 1024

/** Binds a call of the contract to what answers it. */
export function route<const C extends Call, Prepared = undefined>(
  call: C,
  handler: (context: RequestContext<C>, prepared: Prepared) => Promise<ReplyInput<C>> | ReplyInput<C>,
  options: RouteOptions<C, Prepared> = {},
): Route {
  const { failure } = options
  return {
    call,
    bodyLimit: options.bodyLimit ?? (call.upload ? 12 * KIB * KIB : 64 * KIB),
    perMinute: options.perMinute ?? 0,
    share: options.share ?? 0,
    // The mount checks body and parameters against the same call before it hands them over.
    prepare: async (context) => orUnexpectedError(failure, async () => options.prepare?.(context)),
    handle: (context, prepared) =>
      orUnexpectedError(failure, async () =>
        encodeMoney(call.reply, await handler(context, prepared as Prepared)),
      ),
  }
}

async function orUnexpectedError<T>(code: ErrorCode | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw code === undefined || error instanceof ApiError ? error : new UnexpectedError(code, error)
  }
}
