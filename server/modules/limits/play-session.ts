import { eq, sql } from 'drizzle-orm'
import type { ReplyInput } from '#api/contract/call.ts'
import type { getPlay } from '#api/contract/limits.ts'
import type { Database } from '../../database/database.ts'
import { rowsOf } from '../../database/query.ts'
import { realityChecks } from '../../database/schema/limits.ts'
import { readSetting } from '../../database/settings.ts'
import { ApiError } from '../../http/api-error.ts'

/** The member's play now, what it has come to by the games' results, and when the member wants to be asked whether to go on. */
export async function describePlay(
  db: Database,
  memberId: string,
  now: Date,
): Promise<ReplyInput<typeof getPlay>> {
  const { offered, usual } = await readSetting(db, 'realityChecks')
  const [chosen] = await db.select().from(realityChecks).where(eq(realityChecks.memberId, memberId))
  const at = now.toISOString()
  const [found] = await rowsOf<{
    since: string | Date | null
    seconds: string
    net: string
    isOpen: boolean
  }>(
    db,
    sql`select since, seconds, net, is_open as "isOpen" from play_session(${memberId}, ${at}::timestamptz)`,
  )
  const since = found?.since ?? undefined
  const session = found &&
    since !== undefined && {
      since: new Date(since).toISOString(),
      seconds: Number(found.seconds),
      net: Number(found.net),
      isOpen: found.isOpen,
    }
  // A choice that the house no longer offers counts as none.
  const every = chosen && offered.includes(chosen.minutes) ? chosen.minutes : usual
  return { session: session || null, every, offered }
}

/** KEY_INVALID: the house does not offer it. */
export async function chooseRealityCheck(db: Database, memberId: string, minutes: number): Promise<void> {
  const { offered } = await readSetting(db, 'realityChecks')
  if (!offered.includes(minutes)) throw new ApiError('KEY_INVALID')
  await db
    .insert(realityChecks)
    .values({ memberId, minutes })
    .onConflictDoUpdate({ target: realityChecks.memberId, set: { minutes } })
}
