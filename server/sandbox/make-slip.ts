import type { SlipQr } from '#lib/slip-qr.ts'
import { eq } from 'drizzle-orm'
import { later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { members } from '../database/schema/members.ts'
import { SLIP_CHANNEL } from '../modules/slip/decide-slip.ts'
import { makeTransfer, newBankReference, slipOf } from '../providers/sandbox/transfer-book.ts'

/** What a person asks the sandbox's bank to have seen. */
export interface Transferred {
  phone: string
  /** Satang. */
  amount: number
  /** From another account than the member's registered one. */
  isFromOther: boolean
  /** To an account that is none of the house's. */
  isToOther: boolean
  minutesAgo: number
  /** The bank has not seen it yet: whoever sits at the console decides. */
  isUnknown: boolean
}

/** Has a transfer made, as if by the bank's app. Null where there is no such member. */
export async function makeSlip(db: Database, made: Transferred, now: Date): Promise<SlipQr | null> {
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, made.phone))
  if (!member) return null
  if (made.isUnknown) return { bankNo: '014', reference: newBankReference(now) }
  const transfer = await makeTransfer(db, {
    memberId: made.isFromOther ? null : member.id,
    channel: SLIP_CHANNEL,
    amount: made.amount,
    paidAt: later(now, -made.minutesAgo * MINUTE),
    ...(made.isToOther && { toAccount: '9990000001' }),
  })
  return slipOf(transfer)
}
