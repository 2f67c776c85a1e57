import { isErrorCode } from './contract/error-codes.ts'

/**
 * How a call failed:
 * `refused`: the server said no, in `code` and `text`;
 * `offline`: no connection, or it was lost; `timeout`: no answer in time;
 * `broken`: an answer that is not what the contract says.
 */
export type ApiErrorKind = 'refused' | 'offline' | 'timeout' | 'broken'

interface Details {
  code: string
  /** What the server said as it came; '' where it said nothing. */
  text?: string
  /** The refusal as it came. */
  body?: unknown
  /** 0 where there was no answer. */
  status?: number
  /** False where the request surely never left the phone. */
  sent?: boolean
  /** True where the request carried a token that is no longer the stored one. */
  formerSession?: boolean
}

/** Every failure of a call. `code` is a code of the catalogue, or the server's own text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly code: string
  readonly text: string
  /** The refusal as it came: see `refusalDetails`. */
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

  /** True where nobody here can tell whether the server did what it was asked. */
  get outcomeUnknown(): boolean {
    if (this.kind !== 'refused') return this.sent
    // A gateway may put it in words of its own that the backend did not answer.
    const isGateway = this.status >= 502 && this.status <= 504 && !isErrorCode(this.code)
    return isGateway || (this.status >= 500 && this.code === 'INTERNAL_SERVER_ERROR')
  }
}

/** The error as an ApiError; a fault of our own counts as a broken answer. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR' })
}
