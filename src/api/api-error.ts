import { isErrorCode } from './contract/error-codes.ts'

/**
 * How a call failed:
 * `refused`: the server said no, with `code` and `text`;
 * `offline`: no connection, or it was lost; `timeout`: no answer in time;
 * `broken`: the answer does not match the contract.
 */
type ApiErrorKind = 'refused' | 'offline' | 'timeout' | 'broken'

interface Details {
  code: string
  /** The server's message as received; '' if there was none. */
  text?: string
  /** The body of the refusal as received. */
  body?: unknown
  /** 0 without an answer. */
  status?: number
  /** False if the request certainly never left the phone. */
  sent?: boolean
  /** True if the request carried a token that is no longer the stored one. */
  formerSession?: boolean
}

/** Every failure of a call. `code` is a code of the catalogue, or the server's own text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly code: string
  readonly text: string
  /** The body of the refusal as received: see `refusalDetails`. */
  readonly body: unknown
  readonly status: number
  readonly sent: boolean
  readonly formerSession: boolean

  constructor(
    kind: ApiErrorKind,
    { code, text = '', body, status = 0, sent = true, formerSession = false }: Details,
  ) {
    super(`${kind}: ${code}`)
    this.kind = kind
    this.code = code
    this.text = text
    this.body = body
    this.status = status
    this.sent = sent
    this.formerSession = formerSession
  }

  /** True if the app cannot know whether the server performed the operation. */
  get outcomeUnknown(): boolean {
    if (this.kind !== 'refused') return this.sent
    // A gateway answers 502 to 504 in its own words when the backend did not answer.
    const isGateway = this.status >= 502 && this.status <= 504 && !isErrorCode(this.code)
    return isGateway || (this.status >= 500 && this.code === 'INTERNAL_SERVER_ERROR')
  }

  /** True if the same call may succeed later: there was no answer, the server failed, or too many calls were made. */
  get isTemporary(): boolean {
    return this.kind !== 'refused' || this.status >= 500 || this.status === 429
  }
}

/** The error as an ApiError; an error of the app itself counts as a broken answer. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR' })
}
