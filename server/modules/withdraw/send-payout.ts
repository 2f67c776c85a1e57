import type { AppContext } from '../../context.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'
import type { Payout } from '../../providers/bank.ts'

type App = Pick<AppContext, 'db' | 'log' | 'providers'>

/**
 * Sends a payout to the bank. If that fails, the money stays reserved and the payout is sent again later: the member is not
 * affected. Nothing is sent while the ledger audit has found a problem.
 */
export async function sendPayout({ db, log, providers }: App, payout: Payout): Promise<void> {
  try {
    if (await arePayoutsStopped(db)) return log.error('payouts-stopped', { withdrawal: payout.reference })
    await providers.bank.payOut(payout)
  } catch (error) {
    log.error('payout-not-taken', { withdrawal: payout.reference, ...describeError(error) })
  }
}
