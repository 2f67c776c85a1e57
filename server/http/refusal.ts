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

interface RefusalDetails {
  /** What exactly was wrong, for those who want to know more than the code says. */
  reason?: string
  /** When it will be taken again, ISO 8601. */
  until?: string
  /** Baht still to be played in games before it will be taken. */
  toPlay?: number
}

/** "No", with a code of the contract. Thrown anywhere below a route; whatever the act had done is undone. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: ErrorCode, status = statuses[code] ?? 400, details: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
  }

  /** What is answered. */
  get body(): { message: ErrorCode } & RefusalDetails {
    return { message: this.code, ...this.details }
  }
}
