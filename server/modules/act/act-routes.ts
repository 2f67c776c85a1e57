import { and, eq } from 'drizzle-orm'
import { getAct } from '#api/contract/act.ts'
import { later } from '../../clock.ts'
import { acts } from '../../database/schema/access.ts'
import { route, type Route } from '../../http/route.ts'
import { ACT_LIFE, isActRunning, readReply } from '../../http/run-operation.ts'

export const actRoutes: readonly Route[] = [
  route(getAct, async ({ app, db, member, params }) => {
    const of = { owner: member.id, key: params.key.toLowerCase() }
    // Before the answer is looked for: what ends between the two is found, and what begins between them came later.
    const running = await isActRunning(db, of)
    const [act] = await db
      .select({ status: acts.status, reply: acts.reply, createdAt: acts.createdAt })
      .from(acts)
      .where(and(eq(acts.owner, of.owner), eq(acts.key, of.key)))
    if (!act) return { status: 'unknown', running }
    // It was performed or refused; what it was answered with is kept no longer.
    const isOld = act.createdAt <= later(app.clock.now(), -ACT_LIFE)
    if (act.reply === null || isOld || act.status === 'running') return { status: 'unknown' }
    return { status: act.status, reply: JSON.parse(readReply(app.keys, of, act.reply)) as unknown }
  }),
]
