import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { formatInBangkok } from '#lib/bangkok.ts'
import type { SlipQr } from '#lib/slip-qr.ts'
import { later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { members } from '../database/schema/members.ts'
import { depositAccounts } from '../database/schema/site.ts'
import { SLIP_CHANNEL } from '../modules/slip/decide-slip.ts'
import { bankReferenceOf, transferOf } from '../modules/slip/bank-reference.ts'

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

const stranger = '9990000001'
const scb = '014'

/** Has a transfer made, as if by the bank's app. Null where there is no such member. */
export async function makeSlip(db: Database, made: Transferred, now: Date): Promise<SlipQr | null> {
  const [member] = await db
    .select({ accountNo: members.bankAccountNo })
    .from(members)
    .where(eq(members.username, made.phone))
  if (!member) return null
  const [house] = await db
    .select({ accountNo: depositAccounts.accountNo })
    .from(depositAccounts)
    .where(eq(depositAccounts.bankType, 'BANK'))
    .orderBy(depositAccounts.position)
  const slip = {
    bankNo: scb,
    reference: `${formatInBangkok(now, 'yyyyMMdd')}${randomBytes(8).toString('hex')}`,
  }
  if (!made.isUnknown)
    await db.insert(incomingTransfers).values({
      channel: SLIP_CHANNEL,
      reference: transferOf(bankReferenceOf(slip)),
      amount: made.amount,
      fromAccount: made.isFromOther ? stranger : member.accountNo,
      toAccount: made.isToOther ? stranger : (house?.accountNo ?? ''),
      createdAt: later(now, -made.minutesAgo * MINUTE),
    })
  return slip
}
