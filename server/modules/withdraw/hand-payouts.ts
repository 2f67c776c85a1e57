import { and, asc, eq, lt } from 'drizzle-orm'
import { later, MINUTE } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeError, type Logger } from '../../log.ts'
import type { BankProvider, Payout } from '../../providers/bank.ts'

/** The money already waits, and stays on the list of what the bank owes: its no now is ours to see to, not the member's. */
export async function handPayout(bank: BankProvider, payout: Payout, log: Logger): Promise<void> {
  try {
    await bank.payOut(payout)
  } catch (error) {
    log.error('payout-not-taken', { withdrawal: payout.reference, ...describeError(error) })
  }
}

/**
 * Hands the bank again what it has not reported on: it may never have heard of it, where it was out of reach or the server
 * stopped just then. One reference is paid once, however often it is handed over. Never throws.
 */
export async function handWaitingPayouts({ db, clock, log, providers }: AppContext): Promise<void> {
  try {
    const waiting = await db
      .select()
      .from(withdrawals)
      .where(and(eq(withdrawals.status, 'pending'), lt(withdrawals.createdAt, later(clock.now(), -MINUTE))))
      .orderBy(asc(withdrawals.createdAt))
    for (const { id, amount, bankCode, bankAccountName, bankAccountNo } of waiting) {
      const account = { bankCode, accountName: bankAccountName, accountNo: bankAccountNo }
      await handPayout(providers.bank, { reference: id, amount, ...account }, log)
    }
  } catch (error) {
    log.error('payouts-not-handed', describeError(error))
  }
}
