import type { ErrorCode } from '#api/contract/error-codes.ts'
import { ApiError } from '../http/api-error.ts'
import { ProviderFailure } from './provider-failure.ts'

/** Turns a `ProviderFailure` into the error code that the member sees. */
export async function mapProviderFailure<T>(code: ErrorCode, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof ProviderFailure ? new ApiError(code) : error
  }
}
