import { and, eq, ne } from 'drizzle-orm'
import { SLIP_CHANNEL } from '#lib/payments/slip-channel.ts'
import type { SlipReason } from '#api/contract/slip-reasons.ts'
import type { Transaction } from '../../database/database.ts'
import { incomingTransfers, slips } from '../../database/schema/deposits.ts'
import { findOrder } from '../../deposits/orders.ts'
import { findTransfer, lockReferences } from '../../deposits/match-report.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import type { SlipTransfer } from '../../providers/bank.ts'
import { ownReferenceOf, namedBy } from './bank-reference.ts'

/**
 * Amounts in satang. Without `transfer` the amount was decided by a person, not by a bank. `SHOWN`: the slip shows a credited deposit of
 * its member, and changes nothing about it, because nothing proves that the slip is of the same money.
 */
export type SlipVerdict =
  | { status: 'SUCCESS'; amount: number; transfer?: SlipTransfer }
  | { status: 'SHOWN'; transferId: string; transfer?: SlipTransfer }
  | { status: 'FAILED'; note: SlipReason }

/**
 * `isCredited`: this decision credited the wallet. `PENDING`: its transfer may be the same money as a credited one, or another slip
 * shows the deposit already, which a person decides first; or the deposit to be shown has got a bank's reference meanwhile, or the slip's
 * own transfer has been reported, and the job examines the slip again.
 */
export type Decided = { memberId: string } & (
  | { status: 'SUCCESS'; amount: number; isCredited: boolean }
  | { status: 'FAILED'; note: SlipReason }
  | { status: 'PENDING' }
)

/** The decision for the audit trail. */
export const slipDecided = (subject: string, { memberId, ...decided }: Decided) => ({
  kind: 'slip-decided' as const,
  subject,
  memberId,
  after: decided,
})

/**
 * Decides a slip, once. A transfer that was already credited to this member, by whatever report, becomes the slip's deposit;
 * one that is another member's makes it a duplicate. Null if the slip is unknown, was decided before, or is to be paid and its
 * QR has not been read.
 */
export async function decideSlip(
  tx: Transaction,
  reference: string,
  verdict: SlipVerdict,
  now: Date,
): Promise<Decided | null> {
  const mine = eq(slips.reference, reference)
  const [known] = await tx.select({ memberId: slips.memberId }).from(slips).where(mine)
  if (!known) return null
  // Locks the member first, as every other operation does: two slips of one member wait for each other here.
  await lockMember(tx, known.memberId)
  const [slip] = await tx.select().from(slips).where(mine).for('update')
  if (slip?.status !== 'PENDING') return null
  const { id, memberId, bankReference } = slip
  const settle = (end: Partial<typeof slips.$inferInsert>) =>
    tx
      .update(slips)
      .set({ ...end, decidedAt: now })
      .where(eq(slips.id, id))
  const fail = async (note: SlipReason): Promise<Decided> => {
    await settle({ status: 'FAILED', note })
    return { status: 'FAILED', note, memberId }
  }
  const succeed = async (deposit: { id: string; amount: number }, isCredited: boolean): Promise<Decided> => {
    await settle({ status: 'SUCCESS', amount: deposit.amount, transferId: deposit.id })
    return { status: 'SUCCESS', amount: deposit.amount, isCredited, memberId }
  }
  if (verdict.status === 'FAILED') return fail(verdict.note)
  if (bankReference === null) return null
  if (verdict.status === 'SHOWN') {
    const [deposit] = await tx
      .select()
      .from(incomingTransfers)
      .where(eq(incomingTransfers.id, verdict.transferId))
    if (deposit?.memberId !== memberId || deposit.bankReference !== null)
      return { status: 'PENDING', memberId }
    // A report of the slip's own transfer, of another member too, waits here, and then finds the slip.
    const named = { bankReference: namedBy(bankReference), ownReference: null }
    await lockReferences(tx, named)
    const { amount = 0, paidAt = null } = verdict.transfer ?? {}
    const own = await findTransfer(tx, { ...named, amount, paidAt })
    // A person is about to say whether it is this deposit, or it is a deposit of its own.
    const isAwaited = own?.suspectedAt && own.memberId === memberId
    if (own && (own.creditedAt || isAwaited)) return { status: 'PENDING', memberId }
    // Another slip already shows this deposit, and one deposit is one transfer. Staff settle or refuse this slip.
    const isShown = and(
      eq(slips.memberId, memberId),
      eq(slips.transferId, deposit.id),
      ne(slips.bankReference, bankReference),
    )
    if ((await tx.$count(slips, isShown)) > 0) return { status: 'PENDING', memberId }
    return succeed(deposit, false)
  }

  const { amount, transfer: told } = verdict
  const order = await findOrder(tx, told ? ownReferenceOf(told) : null)
  const report = {
    source: 'slip',
    channel: SLIP_CHANNEL,
    amount,
    memberId,
    bankReference: namedBy(bankReference),
    ownReference: order?.ownReference ?? null,
    paidAt: told?.paidAt ?? null,
    fromAccount: told?.from.accountNo,
    toAccount: told?.toAccountNo,
  } as const
  const { outcome, transfer } = await receiveTransfer(tx, report, { credits: true, now })
  if (outcome === 'suspected') return { status: 'PENDING', memberId }
  if (transfer.memberId !== memberId || transfer.creditedAt === null) return fail('SLIP_REFNO_DUPLICATED')
  return succeed(transfer, outcome === 'credited')
}
