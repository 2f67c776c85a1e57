import type { ErrorCode } from '#api/contract/error-codes.ts'
import { ApiError } from '../http/api-error.ts'
import { ProviderFailure } from './provider-failure.ts'

/** Turns a provider's failure into the refusal that the member is told. */
export async function orRefuse<T>(code: ErrorCode, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof ProviderFailure ? new ApiError(code) : error
  }
}
