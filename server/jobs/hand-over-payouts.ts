import { eq } from 'drizzle-orm'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { refusesPayouts } from '../ledger/audit-results.ts'
import { isToHand, LONGEST_WAIT, PAYOUT_LEASE } from '../modules/withdraw/payout-inquiry.ts'
import { handOver } from '../modules/withdraw/send-payout.ts'
import { leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

/** Hands the bank the payouts that it has not taken yet: it may have been unreachable, or the server stopped. */
export const handOverPayouts: Job = {
  name: 'hand-over-payouts',
  isPaused: (app) => refusesPayouts(app),
  lease: leaseRows({
    table: withdrawals,
    key: withdrawals.id,
    waiting: () => isToHand,
    limit: 10,
    lease: PAYOUT_LEASE,
    longest: LONGEST_WAIT,
  }),
  work: async (app, id) => {
    const [waiting] = await app.db.select().from(withdrawals).where(eq(withdrawals.id, id))
    // Since the lease the bank may have decided the withdrawal, or another process may have handed it over.
    if (waiting?.status !== 'pending' || waiting.handedAt !== null) return
    const { amount, bankCode, bankAccountName, bankAccountNo } = waiting
    const account = { bankCode, accountName: bankAccountName, accountNo: bankAccountNo }
    await handOver(app, { reference: id, amount, ...account })
  },
}
