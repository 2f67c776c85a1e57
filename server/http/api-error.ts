import type { InferOutput } from 'valibot'
import { refusalDetails } from '#api/contract/refusal-details.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { encodeMoney } from '#api/contract/money.ts'

const statuses: Partial<Record<ErrorCode, number>> = {
  UNAUTHORIZED: 401,
  EXPIRED_AUTH_TOKEN: 401,
  GONE: 410,
  NO_PROMOTION: 404,
  REQUEST_LIMIT: 429,
  REQUEST_LIMIT_1MIN: 429,
  OTP_BLOCK: 429,
  IDEMPOTENCY_MISMATCH: 422,
  INTERNAL_SERVER_ERROR: 500,
}

type ApiErrorDetails = InferOutput<typeof refusalDetails>

/** A refusal with a code of the contract. Thrown anywhere below a route; it rolls the transaction back. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ApiErrorDetails

  constructor(code: ErrorCode, status = statuses[code] ?? 400, details: ApiErrorDetails = {}) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
  }

  /** The response body. */
  get body(): object {
    return { message: this.code, ...(encodeMoney(refusalDetails, this.details) as object) }
  }
}

/** Returns what the work returns, or the ApiError that it threw, so that a `prepare` can leave it to the handler to throw. */
export async function catchApiError<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Sent while too many passwords wait to be hashed. */
export const tooManyPasswords = (): ApiError => new ApiError('REQUEST_LIMIT_1MIN')

/** Sent after too many wrong codes. `until`: when another one is sent; undefined if that is not known, or already. */
export const tooManyCodes = (until: Date | undefined): ApiError =>
  new ApiError('OTP_BLOCK', undefined, until && { until: until.toISOString() })

/** A limit of a day. Not REQUEST_LIMIT, because the app would retry that automatically until tomorrow. */
export const tooManyFilesToday = (): ApiError =>
  new ApiError('SLIP_UPLOAD_FAIL', undefined, { reason: 'too-many-today' })

/** The refusal of an amount that is too small or too large, with the limits that apply. All in satang. */
export function outOfRange(
  code: ErrorCode,
  amount: number,
  limits: { minimum: number; maximum: number },
): ApiError {
  const reason = amount < limits.minimum ? 'below-minimum' : 'above-maximum'
  return new ApiError(code, undefined, { reason, ...limits })
}
