import type { ErrorCode } from '#api/contract/error-codes.ts'

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

/** "No", with a code of the contract. Thrown anywhere below a route; whatever the act had done is undone. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly status: number
  readonly reason: string | undefined

  /** `reason`: what exactly was wrong, for those who want to know more than the code says. */
  constructor(code: ErrorCode, status = statuses[code] ?? 400, reason?: string) {
    super(code)
    this.code = code
    this.status = status
    this.reason = reason
  }

  /** What is answered. */
  get body(): { message: ErrorCode; reason?: string } {
    return { message: this.code, ...(this.reason !== undefined && { reason: this.reason }) }
  }
}
