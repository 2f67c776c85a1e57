import { SECOND } from '../clock.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { ApiError } from '../http/api-error.ts'
import { ProviderFailure } from './provider-failure.ts'
import { inTime, ProviderTimeout } from './time-limit.ts'

/** How long a member waits for a provider, in ms. */
const LIMIT = 10 * SECOND

/** Turns a `ProviderFailure`, and silence for 10 s, into the error code that the member sees. */
export async function mapProviderFailure<T>(code: ErrorCode, asked: Promise<T>): Promise<T> {
  try {
    return await inTime(asked, LIMIT)
  } catch (error) {
    throw error instanceof ProviderFailure || error instanceof ProviderTimeout ? new ApiError(code) : error
  }
}
