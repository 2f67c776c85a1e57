import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { members } from '../database/schema/members.ts'

/**
 * Lets one act at a time past this point for a member, to the transaction's end, and gives the member as of now.
 * Taken before any money is touched, so that two acts never wait for each other crosswise. Rows that only name the member, such as
 * a friend's reward, need not wait for it.
 */
export async function lockMember(db: Database, memberId: string) {
  const [member] = await db.select().from(members).where(eq(members.id, memberId)).for('no key update')
  if (!member) throw new Error('The member is gone')
  return member
}
