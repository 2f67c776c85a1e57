import type { AppContext } from '../../context.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'
import type { Payout } from '../../providers/bank.ts'

type App = Pick<AppContext, 'db' | 'log' | 'providers'>

/**
 * The money already waits, and stays on the list of what the bank owes: its no now is ours to see to, not the member's. While the
 * books are not right nothing is handed over.
 */
export async function sendPayout({ db, log, providers }: App, payout: Payout): Promise<void> {
  try {
    if (await arePayoutsStopped(db)) return log.error('payouts-stopped', { withdrawal: payout.reference })
    await providers.bank.payOut(payout)
  } catch (error) {
    log.error('payout-not-taken', { withdrawal: payout.reference, ...describeError(error) })
  }
}
