import type { Database } from '../../database/database.ts'
import { findUnclaimed } from '../../deposits/decide-unclaimed.ts'
import { phonesOf } from '../lists.ts'
import { markup } from '../markup.ts'
import { reportedOf, senderMisfits, whenOf } from './reported-transfer.ts'
import { findCredited, type Look, lookAt } from './second-look.ts'

/** What giving the transfer to the member would book, and the transfers that it may be, by their ids. Null if it was decided. */
export async function lookAtUnclaimed(
  db: Database,
  id: string,
  memberId: string,
  now: Date,
): Promise<{ look: Look; listed: string[] } | null> {
  const found = await findUnclaimed(db, id)
  if (!found) return null
  const { transfer, duplicates } = found
  const member = await findCredited(db, memberId, now)
  const phoneOf = await phonesOf(
    db,
    duplicates.map((other) => other.memberId ?? ''),
  )
  const look = lookAt(
    member,
    transfer.amount,
    [['The payment', markup`${reportedOf(transfer)}<small>${whenOf(transfer)}</small>`]],
    [
      ...senderMisfits(transfer, member.accounts),
      ...duplicates.map(
        (other) =>
          `It may be what ${other.returnedAt ? 'was sent back' : `is in the wallet of ${phoneOf(other.memberId ?? '')}`} (${other.bankReference ?? other.ownReference ?? ''}, ${whenOf(other)}).`,
      ),
    ],
  )
  return { look, listed: duplicates.map((other) => other.id) }
}
