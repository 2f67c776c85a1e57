import { type Context, Hono } from 'hono'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { creditSuspected, joinSuspected, releaseSuspected } from '../../deposits/decide-suspected.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { tellDeposit } from '../../modules/slip/tell-deposit.ts'
import { backTo, byOperator, readFields } from '../form.ts'
import { uuid, words } from '../form-fields.ts'

interface Decided {
  verdict: 'same' | 'another'
  transfer: { id: string; memberId: string; reference: string; ownReference: string | null; amount: number }
  /** The credited transfer that it is, or those that it is not. */
  credited: string[]
}

/** The pages on which a person decides whether a held transfer was already credited. */
export function suspectedPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  const decide = async (
    c: Context<ServerEnv>,
    find: (tx: Transaction) => Promise<Decided | 'unlisted' | null>,
  ) => {
    const decided = await transact(db, async (tx) => {
      const end = await find(tx)
      if (end === null || end === 'unlisted') return end
      const { id, memberId, reference, ownReference, amount } = end.transfer
      await record(tx, {
        ...byOperator(c, app),
        kind: 'suspected-duplicate-decided',
        subject: id,
        memberId,
        before: { reference, ownReference, amount },
        after: { verdict: end.verdict, transfer: end.credited },
      })
      return end
    })
    if (decided === null) return backTo(c, '/sandbox', 'decided')
    if (decided === 'unlisted') return backTo(c, '/sandbox', decided)
    // A slip that waited for this gets the deposit that it turned out to be.
    await tellDeposit(app, decided.transfer.memberId)
    return decided.verdict === 'same'
      ? backTo(c, '/sandbox', 'same')
      : backTo(c, '/sandbox', 'credited', [decided.transfer.id])
  }

  pages.post('/same', async (c) => {
    const { id, member, duplicate } = await readFields(c, { id: uuid, member: words, duplicate: uuid })
    return decide(c, async (tx) => {
      const joined = await joinSuspected(tx, { id, memberId: member }, duplicate, clock.now())
      return joined && { verdict: 'same', transfer: joined.transfer, credited: [duplicate] }
    })
  })

  pages.post('/another', async (c) => {
    const { id, member, listed } = await readFields(c, { id: uuid, member: words, listed: words })
    return decide(c, async (tx) => {
      const found = await creditSuspected(tx, { id, memberId: member }, listed.split(' '), clock.now())
      if (found === null || found === 'unlisted') return found
      return {
        verdict: 'another',
        transfer: found.transfer,
        credited: found.duplicates.map((other) => other.id),
      }
    })
  })

  pages.post('/release', async (c) => {
    const { id, member } = await readFields(c, { id: uuid, member: words })
    const memberId = await transact(db, async (tx) => {
      const released = await releaseSuspected(tx, { id, memberId: member })
      if (!released) return null
      const { memberId: claimedFor, reference, amount } = released
      await record(tx, {
        ...byOperator(c, app),
        kind: 'unclaimed-transfer-decided',
        subject: id,
        memberId: claimedFor,
        before: { reference, amount },
        after: { verdict: 'released' },
      })
      return claimedFor
    })
    if (memberId === null) return backTo(c, '/sandbox', 'decided')
    realtime.walletChanged(memberId, 'deposit')
    return backTo(c, '/sandbox', 'released')
  })

  return pages
}
