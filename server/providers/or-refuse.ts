import type { ErrorCode } from '#api/contract/error-codes.ts'
import { Refusal } from '../http/refusal.ts'
import { ProviderFailure } from './provider-failure.ts'

/** Turns a provider's failure into the refusal that the member is told. */
export async function orRefuse<T>(code: ErrorCode, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof ProviderFailure ? new Refusal(code) : error
  }
}
