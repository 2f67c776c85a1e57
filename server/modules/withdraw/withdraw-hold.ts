import { DAY, later } from '../../clock.ts'

/** Time for the member to notice that somebody else changed the bank account. */
export const HOLD = DAY

/** Until when withdrawals are held because the bank or number was changed; undefined if they are not. */
export function heldUntil({ bankChangedAt }: { bankChangedAt: Date | null }, now: Date): string | undefined {
  const until = bankChangedAt && later(bankChangedAt, HOLD)
  return until && until > now ? until.toISOString() : undefined
}
