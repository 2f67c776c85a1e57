import { eq, sql } from 'drizzle-orm'
import type { PushTopic } from '#lib/network/push-message.ts'
import type { Database } from '../database/database.ts'
import { pushMessages, pushSubscriptions } from '../database/schema/push.ts'

interface News {
  memberId: string
  event: PushTopic
  /** Identifies the event permanently: a repeat sends nothing. */
  tag: string
  /** Satang. */
  amount?: number
}

/** Queues a message to the member's devices, in the transaction of the event. A job sends it (`jobs/send-pushes.ts`). */
export async function queuePush(db: Database, { memberId, event, tag, amount }: News): Promise<void> {
  const rows = db
    .select({
      id: sql<string>`gen_random_uuid()`.as('id'),
      subscription: pushSubscriptions.id,
      event: sql<PushTopic>`${event}::text`.as('event'),
      tag: sql<string>`${tag}::text`.as('tag'),
      amount: sql<number | null>`${amount ?? null}::bigint`.as('amount'),
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.memberId, memberId))
  await db.execute(
    sql`insert into ${pushMessages} (id, subscription, event, tag, amount) ${rows}
      on conflict (subscription, tag) do nothing`,
  )
}
