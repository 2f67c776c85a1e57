import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { SLIP_STATUSES, slips } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import { READ_ROWS } from '../listed.ts'
import { waitingFirst, without } from '../waiting-first.ts'

const readSlips = (db: Database, after?: string) =>
  waitingFirst(
    db,
    {
      columns: { status: slips.status, at: slips.createdAt, id: slips.id },
      waiting: 'PENDING',
      rest: [without(SLIP_STATUSES, 'PENDING')],
      read: (which, order) =>
        db
          .select({ slip: slips, phone: members.username })
          .from(slips)
          .innerJoin(members, eq(members.id, slips.memberId))
          .where(which)
          .orderBy(...order)
          .limit(READ_ROWS),
      rowOf: ({ slip: { id, createdAt } }) => ({ id, at: createdAt }),
    },
    after,
  )

/** Whether the decision about each of these credited its transfer, by the slips' references: the trail says it. */
async function creditsOf(db: Database, decided: readonly (typeof slips.$inferSelect)[]) {
  const rows = await db
    .select({
      reference: auditEvents.subject,
      isCredited: sql<boolean | null>`(${auditEvents.after} ->> 'isCredited')::boolean`,
    })
    .from(auditEvents)
    .where(
      and(
        inArray(
          auditEvents.memberId,
          decided.map(({ memberId }) => memberId),
        ),
        eq(auditEvents.kind, 'slip-decided'),
        inArray(
          auditEvents.subject,
          decided.map(({ reference }) => reference),
        ),
      ),
    )
  return new Map(rows.map(({ reference, isCredited }) => [reference, isCredited]))
}

/** `isCredited`: whether this slip credited its transfer; several may show one. Null if it has none, or the trail does not say. */
export async function slipList(db: Database, after?: string) {
  const listed = await readSlips(db, after)
  const paid = listed.rows.flatMap(({ slip }) => (slip.status === 'SUCCESS' ? [slip] : []))
  const credits = await creditsOf(db, paid)
  return {
    ...listed,
    rows: listed.rows.map((row) => ({ ...row, isCredited: credits.get(row.slip.reference) ?? null })),
  }
}
