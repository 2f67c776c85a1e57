import { eq } from 'drizzle-orm'
import { normaliseText } from '#lib/text.ts'
import { isUniqueViolation } from '../../database/query.ts'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { Refusal } from '../../http/refusal.ts'
import { closeOtherSessions, type Member, memberColumns } from '../session/sessions.ts'
import type { Passwords } from '../session/passwords.ts'
import type { BankAccountGiven } from './read-bank-account.ts'

export async function changeProfile(
  db: Database,
  memberId: string,
  { name, ...bank }: BankAccountGiven & { name: string },
  now: Date,
): Promise<Member | undefined> {
  if (/\p{Cc}/u.test(name)) throw new Refusal('INVALID_USER_INFO')
  try {
    const [changed] = await db
      .update(members)
      .set({ name: normaliseText(name), ...bank, updatedAt: now })
      .where(eq(members.id, memberId))
      .returning(memberColumns)
    return changed
  } catch (error) {
    if (isUniqueViolation(error, 'members_bank_account')) throw new Refusal('EXISTING_BANK')
    throw error
  }
}

export async function changeHolderName(
  db: Database,
  memberId: string,
  bankAccountName: string,
  now: Date,
): Promise<Member | undefined> {
  const [changed] = await db
    .update(members)
    .set({ bankAccountName, updatedAt: now })
    .where(eq(members.id, memberId))
    .returning(memberColumns)
  return changed
}

/**
 * A new password. Every other session of the member ends with the old one; the one that asked stays, so that the
 * member is not thrown out of the very app in which he made himself safe.
 */
export async function changePassword(
  { db, passwords, now }: { db: Database; passwords: Passwords; now: Date },
  { memberId, session }: { memberId: string; session: string },
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  const [member] = await db
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, memberId))
    .for('update')
  if (!member || !(await passwords.matches(oldPassword, member.passwordHash)))
    throw new Refusal('WRONG_PASSWORD')
  if (oldPassword === newPassword) throw new Refusal('INVALID_USER_INFO')
  await db
    .update(members)
    .set({ passwordHash: await passwords.hash(newPassword), passwordChangedAt: now, updatedAt: now })
    .where(eq(members.id, memberId))
  await closeOtherSessions(db, memberId, session)
}
