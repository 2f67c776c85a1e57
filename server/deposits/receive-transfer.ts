import { trueWalletMinimum } from '#lib/true-wallet.ts'
import type { Transaction } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { creditDeposit, type Deposit } from './credit-deposit.ts'
import { lockMember } from '../ledger/lock-member.ts'

/** Where the statement says that money out of a wallet app came from. */
export const TRUE_WALLET = 'TRUEWALLET'

interface Transfer extends Pick<Deposit, 'memberId' | 'amount' | 'channel'> {
  /** The sender's own name for it. */
  reference: string
}

/** Credits a transfer whose sender is known. False where it is too small for its channel: it is kept, and nobody has it. */
export async function receiveTransfer(tx: Transaction, transfer: Transfer, now: Date): Promise<boolean> {
  const { memberId, amount, channel, reference } = transfer
  const counts = channel !== TRUE_WALLET || amount >= trueWalletMinimum
  await lockMember(tx, memberId)
  await tx.insert(incomingTransfers).values({
    channel,
    amount,
    memberId: counts ? memberId : null,
    reference: `bank:${reference}`,
    creditedAt: counts ? now : null,
    createdAt: now,
  })
  if (counts) await creditDeposit(tx, { ...transfer, act: `deposit:bank:${reference}` })
  return counts
}
