import { and, eq } from 'drizzle-orm'
import { normaliseText } from '#lib/text.ts'
import type { Database } from '../../database/database.ts'
import { members } from '../../database/schema/members.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Passwords } from '../session/passwords.ts'

export async function changeName(db: Database, memberId: string, name: string, now: Date): Promise<void> {
  if (/\p{Cc}/u.test(name)) throw new Refusal('INVALID_USER_INFO')
  await db
    .update(members)
    .set({ name: normaliseText(name), updatedAt: now })
    .where(eq(members.id, memberId))
}

export interface NewPassword {
  /** What was stored of the password that the old one was held against; null where it did not match. */
  checked: string | null
  hash: string
}

/** The slow part of a change of password, for which nobody should wait. */
export async function preparePassword(
  { db, passwords }: { db: Database; passwords: Passwords },
  memberId: string,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<NewPassword> {
  const [member] = await db
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(eq(members.id, memberId))
  const isRight = member !== undefined && (await passwords.matches(oldPassword, member.passwordHash))
  if (!isRight) return { checked: null, hash: '' }
  return { checked: member.passwordHash, hash: await passwords.hash(newPassword) }
}

/** A new password, where the old one is still the one that was checked. */
export async function changePassword(
  db: Database,
  { memberId, now }: { memberId: string; now: Date },
  { checked, hash }: NewPassword,
): Promise<void> {
  const changed =
    checked === null
      ? []
      : await db
          .update(members)
          .set({ passwordHash: hash, passwordChangedAt: now, updatedAt: now })
          .where(and(eq(members.id, memberId), eq(members.passwordHash, checked)))
          .returning({ id: members.id })
  if (changed.length === 0) throw new Refusal('WRONG_PASSWORD')
}
