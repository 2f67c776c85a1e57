import { and, eq, gt } from 'drizzle-orm'
import { getAct } from '#api/contract/act.ts'
import { later } from '../../clock.ts'
import { acts } from '../../database/schema/access.ts'
import { route, type Route } from '../../http/route.ts'
import { ACT_LIFE, isActRunning } from '../../http/run-act.ts'

export const actRoutes: readonly Route[] = [
  route(getAct, async ({ app, db, member, params }) => {
    // Before the answer is looked for: what ends between the two is found, and what begins between them came later.
    const running = await isActRunning(db, { owner: member.id, key: params.key.toLowerCase() })
    const [act] = await db
      .select({ status: acts.status, reply: acts.reply })
      .from(acts)
      .where(
        and(
          eq(acts.owner, member.id),
          eq(acts.key, params.key.toLowerCase()),
          gt(acts.createdAt, later(app.clock.now(), -ACT_LIFE)),
        ),
      )
    if (!act || act.reply === null || act.status === 'running') return { status: 'unknown', running }
    return { status: act.status, reply: JSON.parse(act.reply) as unknown }
  }),
]
