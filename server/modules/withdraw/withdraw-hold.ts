import { and, eq, isNull } from 'drizzle-orm'
import type { Member } from '../../auth/sessions.ts'
import { DAY, later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { memberBankAccounts } from '../../database/schema/members.ts'

/** How long the member has to notice that somebody else changed the bank account, in ms. */
export const HOLD = DAY

/**
 * Until when withdrawals are held because the bank or number was changed, or those to an account because it was added (`heldFrom`);
 * undefined if they are not.
 */
export function heldUntil(
  { bankChangedAt }: { bankChangedAt: Date | null },
  now: Date,
  heldFrom: Date | null = null,
): string | undefined {
  const from = Math.max(bankChangedAt?.getTime() ?? 0, heldFrom?.getTime() ?? 0)
  const until = later(new Date(from), HOLD)
  return from > 0 && until > now ? until.toISOString() : undefined
}

/** The same for the usual account. */
export async function usualHeldUntil(
  db: Database,
  member: Pick<Member, 'id' | 'bankCode' | 'bankAccountNo' | 'bankChangedAt'>,
  now: Date,
): Promise<string | undefined> {
  const { memberId, bankCode, accountNo, validUntil, heldFrom } = memberBankAccounts
  const [usual] = await db
    .select({ heldFrom })
    .from(memberBankAccounts)
    .where(
      and(
        eq(memberId, member.id),
        isNull(validUntil),
        eq(bankCode, member.bankCode ?? ''),
        eq(accountNo, member.bankAccountNo ?? ''),
      ),
    )
  return heldUntil(member, now, usual?.heldFrom)
}
