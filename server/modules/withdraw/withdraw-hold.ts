import { DAY, later } from '../../clock.ts'

/** Time for the member to notice that somebody else named another bank account. */
const HOLD = DAY

/** Until when nothing can be withdrawn, because the bank or number was changed; undefined where nothing is held. */
export function heldUntil({ bankChangedAt }: { bankChangedAt: Date | null }, now: Date): string | undefined {
  const until = bankChangedAt && later(bankChangedAt, HOLD)
  return until && until > now ? until.toISOString() : undefined
}
