import { sql, type SQL } from 'drizzle-orm'
import { SECOND } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { rowsOf } from '../../database/query.ts'
import { smsToSend } from '../../database/schema/access.ts'
import { incomingTransfers, slips, trueLinks } from '../../database/schema/deposits.ts'
import { pendingGamePasswords } from '../../database/schema/games.ts'
import { paidTwice } from '../../database/schema/paid-twice.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { isSuspected } from '../../deposits/decide-suspected.ts'
import { isUnclaimed } from '../../deposits/decide-unclaimed.ts'
import { isPaidTwice } from '../../deposits/paid-twice.ts'
import { SMS_KEPT } from '../../push/queue-sms.ts'
import { isLate } from '../qrcode/qr-payment.ts'
import { isStuck } from '../transfer/stuck-transfers.ts'
import { isContradicted } from '../withdraw/contradicted-payouts.ts'
import { isDue, isToHand } from '../withdraw/payout-inquiry.ts'
import { isHeld } from '../withdraw/send-payout.ts'

/** What waits for the outside or for a person, and since when. */
export interface Queue {
  name: string
  size: number
  /** Of the one that has waited longest, in seconds; 0 if nothing waits. */
  oldest: number
}

/** When the gateway last took an SMS. One that is done after so long may have been given up. */
const lastTaken = sql`(select max(${smsToSend.doneAt}) from ${smsToSend}
  where ${smsToSend.doneAt} < ${smsToSend.createdAt} + make_interval(secs => ${SMS_KEPT / SECOND}))`

/** Each has an index on the rows that wait. */
const waitingAt = (now: Date): Record<string, SQL> => ({
  // Since the bank was first asked, or may be.
  payouts: sql`select coalesce(${withdrawals.takenAt}, ${withdrawals.leasedUntil}) as since from ${withdrawals}
    where ${isToHand} and ${isDue(now)} and not ${isHeld}`,
  'unsettled-payouts': sql`select ${withdrawals.handedAt} as since from ${withdrawals}
    where ${withdrawals.status} = 'pending' and ${withdrawals.handedAt} is not null`,
  'held-payouts': sql`select ${withdrawals.createdAt} as since from ${withdrawals}
    where ${isHeld}`,
  'contradicted-payouts': sql`select ${withdrawals.contradictedAt} as since from ${withdrawals}
    where ${isContradicted}`,
  'provider-transfers': sql`select ${providerTransfers.createdAt} as since from ${providerTransfers}
    where ${providerTransfers.stuckAt} is null`,
  'stuck-transfers': sql`select ${providerTransfers.stuckAt} as since from ${providerTransfers}
    where ${isStuck}`,
  'game-passwords': sql`select ${pendingGamePasswords.createdAt} as since from ${pendingGamePasswords}`,
  slips: sql`select ${slips.createdAt} as since from ${slips} where ${slips.status} = 'PENDING'`,
  'gift-links': sql`select ${trueLinks.createdAt} as since from ${trueLinks} where ${trueLinks.status} = 'PENDING'`,
  'late-transfers': sql`select ${incomingTransfers.createdAt} as since from ${incomingTransfers} where ${isLate}`,
  'suspected-transfers': sql`select ${incomingTransfers.suspectedAt} as since from ${incomingTransfers}
    where ${isSuspected}`,
  'twice-paid-transfers': sql`select ${paidTwice.reportedAt} as since from ${paidTwice} where ${isPaidTwice}`,
  'unclaimed-transfers': sql`select ${incomingTransfers.createdAt} as since from ${incomingTransfers}
    where ${isUnclaimed}`,
  // A phone that takes none does not count while the gateway takes others.
  sms: sql`select greatest(${smsToSend.createdAt}, ${lastTaken}) as since from ${smsToSend}
    where ${smsToSend.doneAt} is null`,
})

export async function readQueues(db: Database, now: Date): Promise<Queue[]> {
  const counts = Object.entries(waitingAt(now)).map(
    ([name, rows]) =>
      sql`select ${name}::text as name, count(*)::int as size,
        greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - min(since)))::float as oldest from (${rows}) waits`,
  )
  const rows = await rowsOf<{ name: string; size: number; oldest: number | null }>(
    db,
    sql.join(counts, sql` union all `),
  )
  return rows.map(({ oldest, ...queue }) => ({ ...queue, oldest: oldest ?? 0 }))
}
