import { and, eq, isNull } from 'drizzle-orm'
import { WALLET } from '#api/contract/wallet.ts'
import { type sendTrueLink } from '#api/contract/true-link.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import type { Transaction } from '../../database/database.ts'
import { incomingTransfers, trueLinks } from '../../database/schema/deposits.ts'
import { statements } from '../../database/schema/statements.ts'
import { operationBy } from '../../http/operations/operation-by.ts'
import type { Begun } from '../../http/operations/operation.ts'
import type { BeginContext, EncodeReply } from '../../http/route.ts'
import { hashOf } from '../../auth/tokens.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { isUnopened } from '../../deposits/orders.ts'
import { lockReferences } from '../../deposits/match-report.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { giftOwnReference } from '../../deposits/transfer-reference.ts'
import { decryptGiftLink } from './decrypt-gift-link.ts'

const giftTake = operationBy('gift_take')

/** Accepts a gift link to be opened. Refuses an invalid one, one for an unknown wallet, and one that came before. */
export function takeGift(
  context: BeginContext<typeof sendTrueLink>,
  bodyOf: EncodeReply<typeof sendTrueLink>,
): Promise<Begun> {
  const { app, body } = context
  const gift = decryptGiftLink(body.link, app.config.truelinkKey)
  const code = gift && hashOf(gift.code)
  return giftTake(context, () => ({
    refusal: gift === null ? { code: 'TRUELINK_INVALID', details: {} } : undefined,
    given:
      code === null
        ? {}
        : { code, account: gift?.account, from: TRUE_WALLET, reference: giftOwnReference(code) },
    body: bodyOf({ message: 'SUCCESS' }),
  }))
}

/** The transfers of a gift that wait for a person. */
const isWaiting = (ownReference: string) =>
  and(
    eq(incomingTransfers.ownReference, ownReference),
    isNull(incomingTransfers.creditedAt),
    isNull(incomingTransfers.returnedAt),
  )

/** The amount is unknown until the gift is opened. */
const giftRow = { type: 'deposit', from: TRUE_WALLET, to: WALLET, amount: 0 } as const

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

/**
 * What became of a gift. `suspected`: its money may be credited already, and waits for a person. `failed`: it was empty, or its money was
 * sent back or is in another wallet. `received`: it is not empty, because its money has come in and waits for a person: nothing changed.
 */
interface GiftEnd {
  memberId: string
  outcome: 'credited' | 'suspected' | 'failed' | 'received'
  /** Satang; null if it was empty. */
  amount: number | null
}

/** Books the content of an opened gift, once; `opened` is null if it was empty. Null if it was decided before, or is unknown. */
export async function decideGift(
  tx: Transaction,
  codeHash: string,
  opened: OpenedGift | null,
  now: Date,
): Promise<GiftEnd | null> {
  const mine = eq(trueLinks.codeHash, codeHash)
  const [known] = await tx.select({ memberId: trueLinks.memberId }).from(trueLinks).where(mine)
  if (!known) return null
  await lockMember(tx, known.memberId)
  const [gift] = await tx.select().from(trueLinks).where(mine).for('update')
  if (gift?.status !== 'PENDING') return null
  const { memberId } = gift
  const ownReference = giftOwnReference(codeHash)
  if (opened === null) {
    await lockReferences(tx, { bankReference: null, ownReference })
    if ((await tx.$count(incomingTransfers, isWaiting(ownReference))) > 0)
      return { memberId, outcome: 'received', amount: null }
    await tx.update(trueLinks).set({ status: 'FAILED' }).where(mine)
    // Nothing moved, but the member waits for it: the statement shows it.
    const shown = await tx
      .update(statements)
      .set({ status: 'FAILED' })
      .where(isUnopened(ownReference))
      .returning({ id: statements.id })
    if (shown.length === 0) await tx.insert(statements).values({ ...giftRow, memberId, status: 'FAILED' })
    return { memberId, outcome: 'failed', amount: null }
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
  const end = { memberId, amount: transfer.amount }
  if (outcome === 'suspected') return { ...end, outcome }
  await tx
    .update(trueLinks)
    .set(isTheirs ? { status: 'SUCCESS', amount: transfer.amount } : { status: 'FAILED' })
    .where(mine)
  return { ...end, outcome: isTheirs ? 'credited' : 'failed' }
}
