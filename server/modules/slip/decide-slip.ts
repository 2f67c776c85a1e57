import { eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'
import { incomingTransfers, slips } from '../../database/schema/deposits.ts'
import { creditDeposit } from '../../deposits/credit-deposit.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { transferOf } from './bank-reference.ts'
import type { SlipReason } from '#api/contract/slip-reasons.ts'

export const SLIP_CHANNEL = 'SLIP'

/** Amounts in satang. */
export type SlipVerdict = { status: 'SUCCESS'; amount: number } | { status: 'FAILED'; note: SlipReason }

export type Decided = SlipVerdict & { memberId: string }

/**
 * What looking at a slip came to: once, and a bank's reference pays once, so that a slip which was to pay may turn out to be a
 * duplicate. Null where the slip is unknown, was decided before, or is to pay and its QR has not been read.
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
  // The member first, as every other act does: two slips of one member wait for each other here.
  await lockMember(tx, known.memberId)
  const [slip] = await tx.select().from(slips).where(mine).for('update')
  if (slip?.status !== 'PENDING') return null
  const { id, memberId, bankReference } = slip
  let final = verdict
  if (verdict.status === 'SUCCESS') {
    if (bankReference === null) return null
    const { amount } = verdict
    if (await claim(tx, { memberId, bankReference, amount, now })) {
      const act = `deposit:slip:${id}`
      await creditDeposit(tx, { memberId, amount, act, channel: SLIP_CHANNEL, reference })
    } else final = { status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' }
  }
  await tx
    .update(slips)
    .set({ ...final, decidedAt: now })
    .where(eq(slips.id, id))
  return { ...final, memberId }
}

interface Claim {
  memberId: string
  bankReference: string
  /** Satang. */
  amount: number
  now: Date
}

/** Takes the transfer for this member. False where it was taken before. */
async function claim(tx: Transaction, { memberId, bankReference, amount, now }: Claim): Promise<boolean> {
  const taken = { memberId, creditedAt: now }
  const reference = transferOf(bankReference)
  const [row] = await tx
    .insert(incomingTransfers)
    .values({ channel: SLIP_CHANNEL, reference, amount, createdAt: now, ...taken })
    .onConflictDoUpdate({
      target: incomingTransfers.reference,
      set: taken,
      setWhere: isNull(incomingTransfers.creditedAt),
    })
    .returning({ id: incomingTransfers.id })
  return row !== undefined
}
