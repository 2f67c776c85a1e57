import { HOUR } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../http/api-error.ts'
import { countAttempt } from '../auth/attempts.ts'

/**
 * How often in an hour a member may have the outside do each of these, which costs the member nothing. A gift link waits for a person, who sees
 * only when it is opened that nothing was in it.
 */
const MAX_AN_HOUR = { 'qr-code': 30, 'game-password': 10, 'gift-link': 20 }

/** Counts what is about to be sent to a provider or a person, whatever the answer. Throws beyond the hour's limit. */
export async function countOrder(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  memberId: string,
  order: keyof typeof MAX_AN_HOUR,
): Promise<void> {
  const limit = { key: `${order}:${memberId}`, max: MAX_AN_HOUR[order], within: HOUR }
  if (!(await countAttempt(db, limit, clock.now()))) throw new ApiError('REQUEST_LIMIT')
}
