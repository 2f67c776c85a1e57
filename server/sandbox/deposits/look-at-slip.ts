import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { slips } from '../../database/schema/deposits.ts'
import { findTransfer, lockReferences } from '../../deposits/match-report.ts'
import type { IncomingTransfer } from '../../deposits/suspected-duplicates.ts'
import { fileLink } from '../../files/store.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { namedBy } from '../../modules/slip/bank-reference.ts'
import { phonesOf } from '../lists.ts'
import { markup, showBaht, showTime } from '../markup.ts'
import { reportedOf, senderMisfits, whenOf } from './reported-transfer.ts'
import { type Credited, findCredited, type Look, lookAt } from './second-look.ts'

/**
 * What settling the slip with this amount (satang) would book. Takes the locks that settling takes, so that it stays so to the end of
 * the transaction. Null if the slip is unknown, was decided, or its QR has not been read.
 */
export async function lookAtSlip(
  tx: Database,
  reference: string,
  typed: number,
  now: Date,
): Promise<Look | null> {
  const mine = eq(slips.reference, reference)
  const [known] = await tx.select({ memberId: slips.memberId }).from(slips).where(mine)
  if (!known) return null
  await lockMember(tx, known.memberId)
  const [slip] = await tx.select().from(slips).where(mine)
  if (slip?.status !== 'PENDING' || slip.bankReference === null) return null
  const named = { bankReference: namedBy(slip.bankReference), ownReference: null }
  await lockReferences(tx, named)
  const told = await findTransfer(tx, { ...named, amount: typed, paidAt: null })
  const member = await findCredited(tx, slip.memberId, now)
  const others = await tx
    .select({ memberId: slips.memberId, status: slips.status })
    .from(slips)
    .where(and(eq(slips.bankReference, slip.bankReference), ne(slips.id, slip.id)))
    .orderBy(slips.createdAt)
  const phoneOf = await phonesOf(tx, [told?.memberId ?? '', ...others.map(({ memberId }) => memberId)])
  return lookAt(
    member,
    told === null ? typed : bringsOf(told, member),
    [
      ['You typed', showBaht(typed)],
      [
        'The slip',
        markup`<a href="${fileLink(slip.filePath)}">Picture</a><small>${slip.bankReference}</small><small>uploaded ${showTime(slip.createdAt)}</small>`,
      ],
      [
        'Reported of its transfer',
        told === null ? 'nothing' : markup`${reportedOf(told)}<small>${whenOf(told)}</small>`,
      ],
    ],
    [
      ...(told === null
        ? ['No bank has reported this transfer: only the picture says how much it is.']
        : misfitsOf(told, { typed, member, payee: phoneOf(told.memberId ?? '') })),
      ...others.map(
        (other) => `A slip of ${phoneOf(other.memberId)} has the same bank reference: ${other.status}.`,
      ),
    ],
  )
}

/** A transfer that is known is credited as it was reported, whatever is typed, and once. */
function bringsOf({ amount, memberId, creditedAt, returnedAt }: IncomingTransfer, member: Credited): number {
  const isOpen = creditedAt === null && returnedAt === null && (memberId ?? member.id) === member.id
  return isOpen ? amount : 0
}

function misfitsOf(
  told: IncomingTransfer,
  { typed, member, payee }: { typed: number; member: Credited; payee: string },
): string[] {
  const isTheirs = told.memberId === member.id
  return [
    told.amount === typed
      ? ''
      : `${showBaht(typed)} was typed, but ${showBaht(told.amount)} was reported: that is what counts.`,
    told.memberId !== null && !isTheirs
      ? `The transfer is ${payee}’s: the slip will be refused as one of a transfer that was used before.`
      : '',
    told.returnedAt ? 'The transfer was sent back: the slip will be refused.' : '',
    told.creditedAt && isTheirs
      ? 'The transfer is in this wallet already: the slip will show that deposit.'
      : '',
    ...senderMisfits(told, member.accounts),
  ].filter((sentence) => sentence !== '')
}
