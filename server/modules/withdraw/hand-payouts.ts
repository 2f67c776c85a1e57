import { and, asc, eq, lt } from 'drizzle-orm'
import { later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'
import type { Payout } from '../../providers/bank.ts'

type App = Pick<AppContext, 'db' | 'log' | 'providers'>

/**
 * The money already waits, and stays on the list of what the bank owes: its no now is ours to see to, not the member's. While the
 * books are not right nothing is handed over.
 */
export async function handPayout({ db, log, providers }: App, payout: Payout): Promise<void> {
  try {
    if (await arePayoutsStopped(db)) return log.error('payouts-stopped', { withdrawal: payout.reference })
    await providers.bank.payOut(payout)
  } catch (error) {
    log.error('payout-not-taken', { withdrawal: payout.reference, ...describeError(error) })
  }
}

/**
 * Hands the bank again what it has not reported on: it may never have heard of it, where it was out of reach or the server
 * stopped just then. One reference is paid once, however often it is handed over. Never throws.
 */
export async function handWaitingPayouts({ clock, ...app }: App & Pick<AppContext, 'clock'>): Promise<void> {
  const { db, log } = app
  try {
    if (await arePayoutsStopped(db)) return log.error('payouts-stopped')
    const waiting = await db
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.status, 'pending'), lt(withdrawals.createdAt, later(clock.now(), -MINUTE))))
      .orderBy(asc(withdrawals.createdAt))
    for (const { id, amount, bankCode, bankAccountName, bankAccountNo } of waiting) {
      const account = { bankCode, accountName: bankAccountName, accountNo: bankAccountNo }
      await handPayout(app, { reference: id, amount, ...account })
    }
  } catch (error) {
    log.error('payouts-not-handed', describeError(error))
  }
}
