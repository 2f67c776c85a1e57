import type { ErrorCode } from '#api/contract/error-codes.ts'

/**
 * An unforeseen failure that has changed nothing, reported with the call's own code. Unlike a refusal it is logged, and not stored as
 * the operation's answer: the same key may try again.
 */
export class UnexpectedError extends Error {
  override name = 'UnexpectedError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}
