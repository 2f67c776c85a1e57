import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Database } from '../../database/database.ts'
import { incomingTransfers } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { isUuid } from '../../http/uuid.ts'
import { MAX_ROWS } from '../listed.ts'
import { showBaht } from '../markup.ts'

/** How much is in whose wallet, of the transfers that the address names. The books say it, not the address, which may be crafted. */
export async function creditedText(db: Database, c: Context<ServerEnv>): Promise<string> {
  const ids = (c.req.queries('transfer') ?? []).filter(isUuid).slice(0, MAX_ROWS)
  if (ids.length === 0) return ''
  const rows = await db
    .select({ amount: incomingTransfers.amount, phone: members.username })
    .from(incomingTransfers)
    .innerJoin(members, eq(members.id, incomingTransfers.memberId))
    .where(and(inArray(incomingTransfers.id, ids), isNotNull(incomingTransfers.creditedAt)))
    .orderBy(asc(incomingTransfers.createdAt))
  return rows.map(({ amount, phone }) => `${showBaht(amount)} in the wallet of ${phone}.`).join(' ')
}
