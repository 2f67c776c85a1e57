import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/database.ts'
import { trueLinks } from '../../database/schema/deposits.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { statements } from '../../database/schema/statements.ts'
import { ApiError } from '../../http/api-error.ts'
import { hashOf } from '../../auth/tokens.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { TRUE_WALLET } from '../../deposits/bank-feed.ts'
import { refuseOverLimit } from '../../deposits/deposit-limit.ts'
import { isUnopened } from '../../deposits/orders.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { giftOwnReference } from '../../deposits/transfer-reference.ts'
import { readGiftMessage } from './gift-link.ts'

/** Accepts a gift link to be opened. Refuses an invalid one, one for an unknown wallet, and one that came before. */
export async function takeGift(
  db: Database,
  gift: { memberId: string; ciphertext: string; key: string; now: Date },
): Promise<void> {
  const message = readGiftMessage(gift.ciphertext, gift.key)
  if (message === null) throw new ApiError('TRUELINK_INVALID')
  const [wallet] = await db
    .select({ id: depositAccounts.id })
    .from(depositAccounts)
    .where(
      and(
        eq(depositAccounts.bankType, 'WALLET'),
        eq(depositAccounts.accountName, message.account),
        eq(depositAccounts.enabled, true),
      ),
    )
    .limit(1)
  if (!wallet) throw new ApiError('TRUELINK_INVALID')
  // How much is in it shows when it is opened: it is refused where there is no room at all.
  await refuseOverLimit(db, { memberId: gift.memberId, amount: 1 }, gift.now)
  const kept = await db
    .insert(trueLinks)
    .values({
      codeHash: hashOf(message.code),
      memberId: gift.memberId,
      walletAccountName: message.account,
      createdAt: gift.now,
    })
    .onConflictDoNothing()
    .returning({ codeHash: trueLinks.codeHash })
  const [link] = kept
  if (!link) throw new ApiError('TRUELINK_DUPLICATE')
  const reference = giftOwnReference(link.codeHash)
  await db.insert(statements).values({
    ...giftRow,
    memberId: gift.memberId,
    status: 'PENDING',
    reference,
  })
}

/** The amount is unknown until the gift is opened. */
const giftRow = { type: 'deposit', from: TRUE_WALLET, to: 'WALLET', amount: 0 } as const

/** The content of an opened gift. */
export interface OpenedGift {
  /** Satang. */
  amount: number
  /**
   * The wallet app's own reference of the transfer; null if unknown. Without it the bank feed's report of the same money has no
   * reference in common with this one, and the later of the two is held for a person to decide.
   */
  reference: string | null
  paidAt: Date | null
}

/** Books the content of an opened gift, once; null if it was empty. */
export async function decideGift(
  tx: Transaction,
  codeHash: string,
  opened: OpenedGift | null,
  now: Date,
): Promise<{ memberId: string } | null> {
  const mine = eq(trueLinks.codeHash, codeHash)
  const [known] = await tx.select({ memberId: trueLinks.memberId }).from(trueLinks).where(mine)
  if (!known) return null
  await lockMember(tx, known.memberId)
  const [gift] = await tx.select().from(trueLinks).where(mine).for('update')
  if (gift?.status !== 'PENDING') return null
  const { memberId } = gift
  const ownReference = giftOwnReference(codeHash)
  if (opened === null) {
    await tx.update(trueLinks).set({ status: 'FAILED' }).where(mine)
    // Nothing moved, but the member waits for it: the statement shows it.
    const shown = await tx
      .update(statements)
      .set({ status: 'FAILED' })
      .where(isUnopened(ownReference))
      .returning({ id: statements.id })
    if (shown.length === 0) await tx.insert(statements).values({ ...giftRow, memberId, status: 'FAILED' })
    return { memberId }
  }
  const { amount, reference, paidAt } = opened
  const report = {
    source: 'gift',
    channel: TRUE_WALLET,
    amount,
    memberId,
    bankReference: reference === null ? null : { bank: TRUE_WALLET, reference },
    ownReference,
    paidAt,
  } as const
  const { outcome, transfer } = await receiveTransfer(tx, report, { credits: true, now })
  const isTheirs = transfer.memberId === memberId && transfer.creditedAt !== null
  const unopened = isUnopened(ownReference)
  // The deposit has a row of its own; if the money was somebody else's, this row shows that nothing was credited.
  if (isTheirs || outcome === 'suspected') await tx.delete(statements).where(unopened)
  else await tx.update(statements).set({ status: 'FAILED' }).where(unopened)
  if (outcome === 'suspected') return { memberId }
  await tx
    .update(trueLinks)
    .set(isTheirs ? { status: 'SUCCESS', amount: transfer.amount } : { status: 'FAILED' })
    .where(mine)
  return { memberId }
}
