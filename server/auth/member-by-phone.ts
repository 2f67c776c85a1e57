import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { members } from '../database/schema/members.ts'

/** The id of the member with this phone; undefined if nobody has it. */
export async function memberIdOf(db: Database, phone: string): Promise<string | undefined> {
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, phone))
  return member?.id
}
