import type { ErrorCode } from '#api/contract/error-codes.ts'

/**
 * Something broke that nobody foresaw, told by the call's own code for that. Unlike a refusal it is logged, and not kept
 * as the operation's answer: the same key may try again.
 */
export class UnexpectedError extends Error {
  override name = 'UnexpectedError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}
