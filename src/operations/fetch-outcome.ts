import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { getOperation } from '#api/contract/operation.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import type { LogEntry } from './operation-log.ts'
import type { Comparison, OperationReport } from './outcome.ts'

/**
 * Asks the backend for the outcome of an operation. If the backend has no such call, or the operation had no key, wallet and
 * statement are loaded instead and compared with what was known before. Performs nothing.
 */
export async function fetchOutcome(
  entry: LogEntry,
  signal?: AbortSignal,
): Promise<OperationReport | Comparison> {
  if (!entry.isKeyless && hasExtension('acts')) {
    try {
      return await request(getOperation, { params: { key: entry.key }, signal })
    } catch (error) {
      if (toApiError(error).status !== 404) throw error
    }
  }
  const { compareMoney } = await import('./compare-money.ts')
  return compareMoney(entry, signal)
}
