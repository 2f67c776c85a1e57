import type { BaseIssue, BaseSchema, InferInput, InferOutput } from 'valibot'
import type { ErrorCode } from './error-codes.ts'
import type { ExtensionName } from '#lib/network/extension-names.ts'

type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>

export interface Call {
  /** The `operationId` in the OpenAPI document; unique. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters are written `:name`; an optional last one `:name?`. */
  readonly path: string
  readonly access: 'anyone' | 'member'
  /**
   * True if the call changes the member's money or state, whatever its method: it carries an `Idempotency-Key` and is never
   * cached, prefetched, retried or repeated automatically.
   */
  readonly changes: boolean
  /**
   * What a call with `changes: false` still writes, such as a session, a code or a chat message. Without it the server gives
   * the call a read-only database.
   */
  readonly writes?: string
  /** The largest file in bytes. Uploads take one in the field `file` and have 300 s; every other call is JSON and has 60 s. */
  readonly upload?: number
  /** The reply is a text of this media type, sent in pieces; every other reply is JSON. */
  readonly download?: `text/${string}`
  /** The extension that the call belongs to: it is never sent to a backend that has not announced it. */
  readonly extension?: ExtensionName
  /** The body's fields that belong to an extension: not sent unless it is announced. */
  readonly extensionFields?: Readonly<Record<string, ExtensionName>>
  readonly body?: Schema
  readonly reply: Schema
  /** The call's own error codes; every call may also answer with the shared ones (`sharedErrors`). */
  readonly errors: readonly ErrorCode[]
}

/** Codes that any call may answer with. */
export const sharedErrors = [
  'INTERNAL_SERVER_ERROR',
  'NO_DATA',
  'KEY_MISSING',
  'KEY_INVALID',
  'REQUEST_LIMIT',
  'GONE',
] as const satisfies readonly ErrorCode[]

/** Codes that any member's call may answer with: the token is missing, unknown or expired. */
export const memberErrors = ['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN'] as const satisfies readonly ErrorCode[]

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The path's parameters by name: `{ slot: string }` for `/api/wallet/activate/:slot`. */
export type PathParams<C extends Call> = {
  [Name in ParamNames<C['path']> as Name extends `${string}?` ? never : Name]: string
} & {
  [Name in ParamNames<C['path']> as Name extends `${infer Bare}?` ? Bare : never]?: string
}

/** A request body with money in satang. */
export type Body<C extends Call> = C['body'] extends Schema ? InferInput<C['body']> : undefined

/** A reply with money in satang. */
export type Reply<C extends Call> = InferOutput<C['reply']>

/** A reply as the server hands it over, before defaults apply. */
export type ReplyInput<C extends Call> = InferInput<C['reply']>

type Route = `${Call['method']} /api/${string}`
type Split<R extends Route> = R extends `${infer Method extends Call['method']} ${infer Path}`
  ? { readonly method: Method; readonly path: Path }
  : never
/** The optional properties of a call. Without `errors` it has none of its own. */
type Rest = Pick<
  Call,
  'upload' | 'download' | 'writes' | 'extension' | 'extensionFields' | 'body' | 'reply'
> &
  Partial<Pick<Call, 'errors'>>
type Kind = Pick<Call, 'access' | 'changes'>

/** Declares calls of one kind and keeps their exact types. */
type Declare<K extends Kind> = <const Id extends string, const R extends Route, const C extends Rest>(
  id: Id,
  route: R,
  rest: C,
) => K & Split<R> & { readonly id: Id; readonly errors: readonly ErrorCode[] } & C

function declare(kind: Kind, id: string, route: Route, rest: Rest) {
  const [method, path] = route.split(' ')
  // The parts of a route are typed, but not by `split`.
  return { ...kind, id, method, path, errors: [], ...rest } as never
}

// The marks let the build leave out a call that no screen makes.

/** Needs no token. */
export const publicCall: Declare<{ access: 'anyone'; changes: false }> = /* @__NO_SIDE_EFFECTS__ */ (
  ...call
) => declare({ access: 'anyone', changes: false }, ...call)
/** Needs a member's token. */
export const memberCall: Declare<{ access: 'member'; changes: false }> = /* @__NO_SIDE_EFFECTS__ */ (
  ...call
) => declare({ access: 'member', changes: false }, ...call)
/** Changes a member's state without a token: the body proves who the caller is. */
export const publicOperation: Declare<{ access: 'anyone'; changes: true }> = /* @__NO_SIDE_EFFECTS__ */ (
  ...call
) => declare({ access: 'anyone', changes: true }, ...call)
/** Changes the member's money or state. */
export const operation: Declare<{ access: 'member'; changes: true }> = /* @__NO_SIDE_EFFECTS__ */ (...call) =>
  declare({ access: 'member', changes: true }, ...call)
