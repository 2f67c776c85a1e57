import { sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { refusalDetails } from '#api/contract/refusal-details.ts'
import { record } from '../auth/audit-trail.ts'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'
import { queuePush } from '../push/queue-push.ts'

type Refusal = InferOutput<typeof refusalDetails>

interface NewDeposit {
  memberId: string
  /** Satang. */
  amount: number
  operationId: string
}

/** Notifies the member and records a deposit above their limit. It is still credited and counts. */
export async function noteOverLimit(
  db: Database,
  { memberId, amount, operationId }: NewDeposit,
  at: Date,
): Promise<void> {
  const refusal = await passedLimit(db, memberId)
  if (!refusal) return
  const after = { amount, period: (refusal.reason ?? '').replace('limit-', '') }
  await queuePush(db, {
    memberId,
    event: 'deposit-over-limit',
    tag: `over-limit:${operationId}`,
    amount,
  })
  await record(db, { kind: 'deposit-over-limit', at, actor: 'system', memberId, subject: operationId, after })
}

/** The limit that the member's deposits have passed already, as the details of a refusal; null if none, or there is no limit. */
async function passedLimit(db: Database, memberId: string): Promise<Refusal | null> {
  const [row] = await rowsOf<{ refusal: Refusal | null }>(
    db,
    sql`select play_limit_refusal(${memberId}, 'deposit', 0, 0, clock_timestamp()) as refusal`,
  )
  return row?.refusal ?? null
}
