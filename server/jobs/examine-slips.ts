import { and, eq, gt, or } from 'drizzle-orm'
import { DAY, later } from '../clock.ts'
import { slips } from '../database/schema/deposits.ts'
import { isTimeOver } from '../database/time-over.ts'
import { examineSlip, SLIP_LEASE } from '../modules/slip/examine-slip.ts'
import { leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

/**
 * Examines the slips that a stopped process left, and again those that the bank did not know yet: each minute while they are
 * less than a day old, then once a day.
 */
export const examineSlips: Job = {
  name: 'examine-slips',
  lease: leaseRows({
    table: slips,
    key: slips.reference,
    waiting: (now) => {
      const aDayAgo = later(now, -DAY)
      const isDue = or(gt(slips.createdAt, aDayAgo), isTimeOver(slips.leasedUntil, aDayAgo, DAY + SLIP_LEASE))
      return and(eq(slips.status, 'PENDING'), isDue)
    },
    limit: 8,
    lease: SLIP_LEASE,
  }),
  work: examineSlip,
}
