import { and, eq, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { refusalDetails } from '#api/contract/refusal-details.ts'
import { record } from '../auth/audit-trail.ts'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'
import { playLimits } from '../database/schema/limits.ts'
import { queuePush } from '../push/queue-push.ts'

type Refusal = InferOutput<typeof refusalDetails>

interface NewDeposit {
  memberId: string
  /** Satang. */
  amount: number
}

/** Notifies the member and records a deposit above their limit. It is still credited and counts. */
export async function noteOverLimit(
  db: Database,
  { memberId, amount, operationId }: NewDeposit & { operationId: string },
  at: Date,
): Promise<void> {
  if (!(await hasDepositLimit(db, memberId))) return
  const refusal = await refusalOf(db, { memberId, amount: 0 })
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

async function hasDepositLimit(db: Database, memberId: string): Promise<boolean> {
  const [limit] = await db
    .select({ period: playLimits.period })
    .from(playLimits)
    .where(and(eq(playLimits.memberId, memberId), eq(playLimits.kind, 'deposit')))
    .limit(1)
  return limit !== undefined
}

async function refusalOf(db: Database, { memberId, amount }: NewDeposit): Promise<Refusal | null> {
  const [row] = await rowsOf<{ refusal: Refusal | null }>(
    db,
    sql`select play_limit_refusal(${memberId}, 'deposit', ${amount}::bigint, 0, clock_timestamp()) as refusal`,
  )
  return row?.refusal ?? null
}
