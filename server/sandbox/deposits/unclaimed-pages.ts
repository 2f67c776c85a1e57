import { Hono } from 'hono'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import { claimTransfer, returnTransfer } from '../../deposits/decide-unclaimed.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { tellDeposit } from '../../modules/slip/tell-deposit.ts'
import { backTo, byOperator, readFields } from '../form.ts'
import { uuid, words } from '../form-fields.ts'
import { lookAtUnclaimed } from './look-at-unclaimed.ts'
import { showLook } from './second-look.ts'

const HERE = '/sandbox'

/** Where a person says what becomes of a transfer that was kept without a member. */
export function unclaimedPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock } = app
  const pages = new Hono<ServerEnv>()

  /** Shows what it would book, until the form says that this was seen. */
  pages.post('/credit', async (c) => {
    const { id, phone, shown } = await readFields(c, { id: uuid, phone: words, shown: words })
    const memberId = await memberIdOf(db, phone.trim())
    if (memberId === undefined) return backTo(c, HERE, 'nobody')
    const outcome = await transact(db, async (tx) => {
      const found = await lookAtUnclaimed(tx, id, memberId, clock.now())
      if (found === null) return 'decided'
      if (found.look.shown !== shown) return found.look
      const received = await claimTransfer(tx, id, memberId, found.listed, clock.now())
      if (received === null) return 'decided'
      if (received === 'unlisted' || 'namedFirst' in received) return received
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
    if (typeof outcome === 'object' && 'namedFirst' in outcome)
      return backTo(c, HERE, 'named', [outcome.namedFirst.id])
    if (typeof outcome === 'object')
      return showLook(c, outcome, {
        action: '/sandbox/unclaimed/credit',
        fields: { id, phone },
        back: HERE,
        before: shown,
      })
    if (outcome === 'decided' || outcome === 'unlisted') return backTo(c, HERE, outcome)
    await tellDeposit(app, memberId)
    return outcome === 'suspected' ? backTo(c, HERE, outcome) : backTo(c, HERE, 'credited', [id])
  })

  pages.post('/return', async (c) => {
    const { id, listed } = await readFields(c, { id: uuid, listed: words })
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
    return backTo(c, HERE, end)
  })

  return pages
}
