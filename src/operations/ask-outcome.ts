import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { getOperation } from '#api/contract/operation.ts'
import { hasExtension } from '#lib/api-extensions.ts'
import type { LogEntry } from './operation-log.ts'
import type { Comparison, OperationReport } from './outcome.ts'

/**
 * Asks the backend what became of an operation. One that has no such call, or was sent no key, is asked for wallet and
 * statement instead, which are compared with what was known before. Performs nothing.
 */
export async function askOutcome(
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
  const { compareMoney } = await import(/* online only */ './compare-money.ts')
  return compareMoney(entry, signal)
}
