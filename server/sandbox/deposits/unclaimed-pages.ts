import { Hono } from 'hono'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import { claimTransfer, returnTransfer } from '../../deposits/decide-unclaimed.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { isUuid } from '../../http/uuid.ts'
import { examineSlipsOf } from '../../modules/slip/examine-slip.ts'
import { backTo, byOperator, readForm } from '../form.ts'

/** Where a person says what becomes of a transfer that was kept without a member. */
export function unclaimedPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  pages.post('/credit', async (c) => {
    const { id = '', phone = '', listed = '' } = await readForm(c)
    if (!isUuid(id)) return backTo(c, '/sandbox', 'unknown')
    const memberId = await memberIdOf(db, phone.trim())
    if (memberId === undefined) return backTo(c, '/sandbox', 'nobody')
    const outcome = await transact(db, async (tx) => {
      const received = await claimTransfer(tx, id, memberId, listed.split(' '), clock.now())
      if (received === null) return 'decided'
      if (received === 'unlisted') return received
      const { reference, amount } = received.transfer
      await record(tx, {
        ...byOperator(c, app),
        kind: 'unclaimed-transfer-decided',
        subject: id,
        memberId,
        before: { reference, amount },
        after: { verdict: received.outcome, transfer: received.duplicates.map((other) => other.id) },
      })
      return received.outcome
    })
    if (outcome === 'decided' || outcome === 'unlisted') return backTo(c, '/sandbox', outcome)
    await examineSlipsOf(app, memberId)
    realtime.walletChanged(memberId, 'deposit')
    return backTo(c, '/sandbox', outcome === 'suspected' ? outcome : 'credited')
  })

  pages.post('/return', async (c) => {
    const { id = '', listed = '' } = await readForm(c)
    if (!isUuid(id)) return backTo(c, '/sandbox', 'unknown')
    const end = await transact(db, async (tx) => {
      const returned = await returnTransfer(tx, id, listed.split(' '), clock.now())
      if (returned === null) return 'decided'
      if (returned === 'unlisted') return returned
      const { reference, amount } = returned.transfer
      await record(tx, {
        ...byOperator(c, app),
        kind: 'unclaimed-transfer-decided',
        subject: id,
        before: { reference, amount },
        after: { verdict: 'returned', transfer: returned.duplicates.map((other) => other.id) },
      })
      return 'returned'
    })
    return backTo(c, '/sandbox', end)
  })

  return pages
}
