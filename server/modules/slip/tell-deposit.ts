import { examineSlipsOf, type SlipExaminer } from './examine-slip.ts'

/**
 * Tells the member's open apps of a report of money, whose transaction has committed, and examines the slips that may be of the same
 * money: they wait for nothing else. Never throws. A real bank's or channel's report calls it too, as `sandbox/` does.
 */
export async function tellDeposit(app: SlipExaminer, memberId: string): Promise<void> {
  // First: a bank that is asked about the slips may be slow.
  app.realtime.walletChanged(memberId, 'deposit')
  await examineSlipsOf(app, memberId)
}
