import { and, eq } from 'drizzle-orm'
import { WALLET } from '#api/contract/wallet.ts'
import type { Database } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { ledgerPostings } from '../database/schema/ledger.ts'
import { statements } from '../database/schema/statements.ts'
import { balancesOf } from '../ledger/balances.ts'
import { creditDeposit } from './credit-deposit.ts'
import { noteOverLimit } from './deposit-limit.ts'
import { closeOrder, termsOfCode } from './orders.ts'
import type { IncomingTransfer } from './suspected-duplicates.ts'

export type OfMember = IncomingTransfer & { memberId: string }

/** Credits a kept transfer to its member's wallet. The member, its references and the row are locked. */
export async function creditTransfer(tx: Database, transfer: OfMember, now: Date): Promise<IncomingTransfer> {
  const { id, memberId, amount, channel } = transfer
  // A kept transfer may already be in the statement as being processed.
  const [shown] = await tx.select({ id: statements.id }).from(statements).where(isProcessing(id))
  const terms = await termsOfCode(tx, transfer.ownReference)
  const deposit = { memberId, amount, operationId: `deposit:transfer:${id}`, channel, reference: id, terms }
  if (!(await creditDeposit(tx, { ...deposit, writesStatement: !shown })))
    throw new Error(`The transfer ${id} is in the books already`)
  if (shown) {
    const { wallet } = await balancesOf(tx, memberId)
    const [posting] = await tx
      .select({ id: ledgerPostings.id })
      .from(ledgerPostings)
      .where(eq(ledgerPostings.operationId, deposit.operationId))
    await tx
      .update(statements)
      .set({ status: 'SUCCESS', balanceAfter: wallet, postingId: posting?.id })
      .where(isProcessing(id))
  }
  await noteOverLimit(tx, deposit, now)
  await tx.update(incomingTransfers).set({ creditedAt: now }).where(eq(incomingTransfers.id, id))
  if (transfer.ownReference) await closeOrder(tx, transfer.ownReference, { ...transfer, now })
  return { ...transfer, creditedAt: now }
}

/** The statement's row of a transfer that waits for staff. */
export const isProcessing = (transferId: string) =>
  and(eq(statements.reference, transferId), eq(statements.status, 'PENDING'))

/** Shows the member a transfer that waits for staff in the statement. */
export async function showAsProcessing(
  tx: Database,
  { id, memberId, channel, amount }: OfMember,
): Promise<void> {
  const [shown] = await tx.select({ id: statements.id }).from(statements).where(isProcessing(id))
  if (shown) return
  await tx.insert(statements).values({
    memberId,
    type: 'deposit',
    from: channel,
    to: WALLET,
    amount,
    status: 'PENDING',
    reference: id,
  })
}
