import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { members } from '../database/schema/members.ts'

/**
 * Locks the member's row to the end of the transaction, so that a member's operations run one at a time, and returns it.
 * Taken before any account is locked, so that two operations cannot deadlock. An operation of the API has its own member's
 * already (`operation_begin`), and calls this for the row. Rows that only name the member, such as a friend's reward, need not
 * wait for it.
 */
export async function lockMember(db: Database, memberId: string) {
  const [member] = await db.select().from(members).where(eq(members.id, memberId)).for('no key update')
  if (!member) throw new Error('The member is gone')
  return member
}
