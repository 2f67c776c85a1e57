import { and, eq, isNotNull, isNull, lte, not, or } from 'drizzle-orm'
import { DAY, later, MINUTE, SECOND } from '../../clock.ts'
import type { Transaction } from '../../database/database.ts'
import { MAX_WAIT_SECONDS } from '../../database/settings.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'

type Payout = Pick<typeof withdrawals.$inferSelect, 'takenAt' | 'handedAt' | 'leasedUntil'>

/** How long nobody else hands over a payout that somebody has begun to hand over, in ms: longer than the bank is waited for. */
export const PAYOUT_LEASE = MINUTE

/** For how long a person leases a payout to ask the bank about it, in ms. Then it is handed over again, should nobody have decided. */
const INQUIRY = DAY

/** The longest time for which a payout can be leased, in ms: for an inquiry, or for the wait that the setting `payouts` asks for. */
export const LONGEST_WAIT = Math.max(INQUIRY, MAX_WAIT_SECONDS * SECOND)

/**
 * A lease that lasts longer than this, in ms, is a person's. Twice a process's, because the clocks of two processes differ: a payout that
 * is being handed over must not pass for one that a person has leased.
 */
const PROCESS_LEASE_MAX = 2 * PAYOUT_LEASE

/** The condition of a payout that no person has leased. */
export const isNotInquired = (now: Date) => lte(withdrawals.leasedUntil, later(now, PROCESS_LEASE_MAX))

/** The condition of a payout that the bank has not taken yet. */
export const isToHand = and(eq(withdrawals.status, 'pending'), isNull(withdrawals.handedAt))

/** Whether it may be handed over by now: its wait is over, or the bank was asked before and no person has leased it. */
export const isDue = (now: Date) =>
  or(
    and(isNull(withdrawals.takenAt), lte(withdrawals.leasedUntil, now)),
    and(isNotNull(withdrawals.takenAt), isNotInquired(now)),
  )

/**
 * From when on the bank's answer that it never took the payout is final: a person has leased it, and no process is still handing it
 * over. Undefined if nobody has leased it, or the bank has answered.
 */
export function inquiredFrom({ takenAt, handedAt, leasedUntil }: Payout, now: Date): Date | undefined {
  const isInquired = takenAt && !handedAt && leasedUntil > later(now, PROCESS_LEASE_MAX)
  return isInquired ? later(leasedUntil, PAYOUT_LEASE - INQUIRY) : undefined
}

/**
 * Whether a person may refuse it: nobody asks the bank to pay it meanwhile. It was never asked, or has taken the order and is asked no
 * more, or a person has leased it.
 */
export function mayRefuse(payout: Payout, now: Date): boolean {
  const { takenAt, handedAt } = payout
  const from = inquiredFrom(payout, now)
  return takenAt === null || handedAt !== null || (from !== undefined && from <= now)
}

/** What the console shows of a pending payout. A person's decision holds only while this is unchanged. */
export function shownPayout(payout: Payout, isHeld: boolean, now: Date): string {
  if (isHeld) return 'held'
  const times = [payout.takenAt, payout.handedAt, inquiredFrom(payout, now)]
  return times.map((at) => at?.toISOString() ?? '').join('/')
}

const isUnanswered = (id: string) =>
  and(
    eq(withdrawals.id, id),
    eq(withdrawals.status, 'pending'),
    isNotNull(withdrawals.takenAt),
    isNull(withdrawals.handedAt),
  )

/** Leases to a person a payout that the bank has not answered: no process hands it over. Null if there is no such payout, or a person has leased it already. */
export async function beginInquiry(tx: Transaction, id: string, now: Date) {
  const [begun] = await tx
    .update(withdrawals)
    .set({ leasedUntil: later(now, INQUIRY) })
    .where(and(isUnanswered(id), isNotInquired(now)))
    .returning({ memberId: withdrawals.memberId, leasedUntil: withdrawals.leasedUntil })
  return begun ?? null
}

/** Has such a payout handed over again. Null if nobody has leased it. */
export async function endInquiry(tx: Transaction, id: string, now: Date) {
  const [ended] = await tx
    .update(withdrawals)
    .set({ leasedUntil: now })
    .where(and(isUnanswered(id), not(isNotInquired(now))))
    .returning({ memberId: withdrawals.memberId })
  return ended ?? null
}
