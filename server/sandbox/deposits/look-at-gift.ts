import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { incomingTransfers, trueLinks } from '../../database/schema/deposits.ts'
import { giftOwnReference } from '../../deposits/transfer-reference.ts'
import { markup, showBaht, showTime } from '../markup.ts'
import { reportedOf } from './reported-transfer.ts'
import { findCredited, type Look, lookAt } from './second-look.ts'

/** What settling the gift link with this amount (satang) would book. Null if it is unknown, or was decided. */
export async function lookAtGift(
  db: Database,
  codeHash: string,
  typed: number,
  now: Date,
): Promise<Look | null> {
  const isPending = and(eq(trueLinks.codeHash, codeHash), eq(trueLinks.status, 'PENDING'))
  const [gift] = await db.select().from(trueLinks).where(isPending)
  if (!gift) return null
  const told = await db
    .select()
    .from(incomingTransfers)
    .where(eq(incomingTransfers.ownReference, giftOwnReference(codeHash)))
    .orderBy(asc(incomingTransfers.createdAt), asc(incomingTransfers.id))
  return lookAt(
    await findCredited(db, gift.memberId, now),
    typed,
    [
      ['The gift link', markup`${gift.walletAccountName}<small>sent ${showTime(gift.createdAt)}</small>`],
      ['Reported under it', told.length > 0 ? markup`${told.map(reportedOf)}` : 'nothing'],
    ],
    told
      .filter(({ amount }) => amount !== typed)
      .map(({ amount }) => `${showBaht(typed)} was typed, but ${showBaht(amount)} was reported.`),
  )
}
