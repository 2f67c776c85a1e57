import type { ErrorCode } from '#api/contract/error-codes.ts'
import { ApiError } from '../http/api-error.ts'
import { ProviderFailure } from './provider-failure.ts'
import { inProviderTime, MEMBER_TIMEOUT, ProviderTimeout } from './time-limit.ts'

/** Turns a `ProviderFailure`, and silence for `MEMBER_TIMEOUT`, into the error code that the member sees. */
export async function mapProviderFailure<T>(code: ErrorCode, asked: Promise<T>): Promise<T> {
  try {
    return await inProviderTime(asked, MEMBER_TIMEOUT)
  } catch (error) {
    throw error instanceof ProviderFailure || error instanceof ProviderTimeout ? new ApiError(code) : error
  }
}
