import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/database.ts'
import { trueLinks } from '../../database/schema/deposits.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { statements } from '../../database/schema/statements.ts'
import { Refusal } from '../../http/refusal.ts'
import { hashOf } from '../../http/tokens.ts'
import { creditDeposit } from '../../deposits/credit-deposit.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { TRUE_WALLET } from '../../deposits/receive-transfer.ts'
import { readGiftMessage } from './gift-link.ts'

/** Takes a gift link to be opened. Refuses one that is none, that names no wallet of ours, or that came before. */
export async function takeGift(
  db: Database,
  gift: { memberId: string; ciphertext: string; key: string; now: Date },
): Promise<void> {
  const message = readGiftMessage(gift.ciphertext, gift.key)
  if (message === null) throw new Refusal('TRUELINK_INVALID')
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
  if (!wallet) throw new Refusal('TRUELINK_INVALID')
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
  if (kept.length === 0) throw new Refusal('TRUELINK_DUPLICATE')
}

/** What opening the gift came to: so many satang, or null where there was nothing in it. Decided once. */
export async function decideGift(
  tx: Transaction,
  codeHash: string,
  amount: number | null,
): Promise<{ memberId: string } | null> {
  const mine = eq(trueLinks.codeHash, codeHash)
  const [known] = await tx.select({ memberId: trueLinks.memberId }).from(trueLinks).where(mine)
  if (!known) return null
  await lockMember(tx, known.memberId)
  const [gift] = await tx.select().from(trueLinks).where(mine).for('update')
  if (gift?.status !== 'PENDING') return null
  await tx
    .update(trueLinks)
    .set({ status: amount === null ? 'FAILED' : 'SUCCESS', amount })
    .where(eq(trueLinks.codeHash, codeHash))
  const { memberId } = gift
  if (amount !== null) {
    await creditDeposit(tx, { memberId, amount, act: `deposit:gift:${codeHash}`, channel: TRUE_WALLET })
  } else {
    // Nothing moved, but somebody waits for it: the statement tells.
    await tx.insert(statements).values({
      memberId,
      type: 'deposit',
      from: TRUE_WALLET,
      to: 'WALLET',
      amount: 0,
      status: 'FAILED',
    })
  }
  return { memberId }
}
