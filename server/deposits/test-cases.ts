import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { incomingTransfers } from '../database/schema/deposits.ts'
import type { Due } from '../database/test-due.ts'

/** Of slips, QR codes, gifts and plain transfers. `money.test.ts` counts the sandbox's call by its replies. */
export const due: readonly Due[] = [
  {
    table: incomingTransfers,
    of: (memberId) =>
      and(
        eq(incomingTransfers.memberId, memberId),
        isNotNull(incomingTransfers.creditedAt),
        ne(incomingTransfers.source, 'sandbox'),
      ),
  },
]
