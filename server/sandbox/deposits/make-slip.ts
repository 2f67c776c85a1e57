import { SLIP_CHANNEL } from '#lib/payments/slip-channel.ts'
import type { SlipQr } from '#lib/payments/slip-qr.ts'
import { later, MINUTE } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import { makeTransfer, newBankReference, slipOf } from '../../providers/sandbox/transfer-book.ts'

/** A transfer that the sandbox's bank is asked to simulate. */
interface Transferred {
  phone: string
  /** Satang. */
  amount: number
  /** From another account than the member's registered one. */
  isFromOther: boolean
  /** To an account that is not the site's. */
  isToOther: boolean
  minutesAgo: number
  /** The bank does not know it yet: the operator decides. */
  isUnknown: boolean
}

/** Simulates a transfer in the bank's app. Null if there is no such member. */
export async function makeSlip(db: Database, made: Transferred, now: Date): Promise<SlipQr | null> {
  const memberId = await memberIdOf(db, made.phone)
  if (memberId === undefined) return null
  if (made.isUnknown) return { bankNo: '014', reference: newBankReference(now) }
  const transfer = await makeTransfer(db, {
    memberId: made.isFromOther ? null : memberId,
    channel: SLIP_CHANNEL,
    amount: made.amount,
    paidAt: later(now, -made.minutesAgo * MINUTE),
    ...(made.isToOther && { toAccount: '9990000001' }),
  })
  return slipOf(transfer)
}
