import type { BaseIssue, BaseSchema, InferInput, InferOutput } from 'valibot'
import type { ErrorCode } from './error-codes.ts'
import type { ExtensionName } from '#lib/extension-names.ts'

type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>

export interface Call {
  /** The operation's id in the published description; unique. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for each parameter. An optional last one is written `:name?`. */
  readonly path: string
  readonly access: 'anyone' | 'member'
  /**
   * True where the call changes the member's money or state, whatever its method: it carries an
   * `Idempotency-Key`, is never cached, prefetched, retried or repeated by itself.
   */
  readonly changes: boolean
  /**
   * What a call that is not marked as changing things writes all the same: a session, a code, a chat message. Without it the
   * server hands the call a database that refuses to write.
   */
  readonly writes?: string
  /** Uploads take one file in the field `file` and have 300 s; everything else is JSON and has 60 s. */
  readonly upload?: boolean
  /** The extension that the call belongs to: a backend that has not announced it is never asked. */
  readonly extension?: ExtensionName
  /** The body's fields that belong to an extension: left out where it is not announced. */
  readonly extensionFields?: Readonly<Record<string, ExtensionName>>
  readonly body?: Schema
  readonly reply: Schema
  /** The codes of this call's own; every call may also answer with the shared ones (`sharedErrors`). */
  readonly errors: readonly ErrorCode[]
}

/** What any call may answer with besides its own codes. */
export const sharedErrors = [
  'INTERNAL_SERVER_ERROR',
  'NO_DATA',
  'KEY_MISSING',
  'KEY_INVALID',
  'REQUEST_LIMIT',
  'GONE',
] as const satisfies readonly ErrorCode[]

/** What a member's call may answer with besides: the token is missing, unknown or too old. */
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

/** A body as programs have it: money in satang. */
export type Body<C extends Call> = C['body'] extends Schema ? InferInput<C['body']> : undefined

/** A reply as programs have it: money in satang. */
export type Reply<C extends Call> = InferOutput<C['reply']>

/** What the server may hand out as the reply. */
export type ReplyInput<C extends Call> = InferInput<C['reply']>

type Route = `${Call['method']} /api/${string}`
type Split<R extends Route> = R extends `${infer Method extends Call['method']} ${infer Path}`
  ? { readonly method: Method; readonly path: Path }
  : never
/** What is left to say of a call. Without `errors` it has none of its own. */
type Rest = Pick<Call, 'upload' | 'writes' | 'extension' | 'extensionFields' | 'body' | 'reply'> &
  Partial<Pick<Call, 'errors'>>
type Kind = Pick<Call, 'access' | 'changes'>

/** Writes down calls of one kind, keeping their exact types: id, method with path, and the rest. */
const callsOf =
  <const K extends Kind>(kind: K) =>
  <const Id extends string, const R extends Route, const C extends Rest>(id: Id, route: R, rest: C) => {
    const [method, path] = route.split(' ')
    type Written = K & Split<R> & { readonly id: Id; readonly errors: readonly ErrorCode[] } & C
    return { ...kind, id, method, path, errors: [], ...rest } as unknown as Written
  }

/** Needs no token. */
export const publicCall = callsOf({ access: 'anyone', changes: false })
/** Needs a member's token. */
export const memberCall = callsOf({ access: 'member', changes: false })
/** Changes a member's state without a token: what its body carries proves who asks. */
export const publicOperation = callsOf({ access: 'anyone', changes: true })
/** Changes the member's money or state. */
export const operation = callsOf({ access: 'member', changes: true })
