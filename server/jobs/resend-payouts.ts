import { and, asc, eq, lt } from 'drizzle-orm'
import { later, MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { arePayoutsStopped } from '../ledger/audit-results.ts'
import { describeError } from '../log.ts'
import { sendPayout } from '../modules/withdraw/send-payout.ts'

type App = Pick<AppContext, 'db' | 'log' | 'providers' | 'clock'>

/**
 * Sends the bank again the payouts that it has not reported on: it may have been unreachable, or the server stopped. The bank
 * pays one reference once, however often it is sent. Never throws.
 */
export async function resendPayouts({ clock, ...app }: App): Promise<void> {
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
      await sendPayout(app, { reference: id, amount, ...account })
    }
  } catch (error) {
    log.error('payouts-not-handed', describeError(error))
  }
}
