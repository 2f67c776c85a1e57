import { and, eq, gt } from 'drizzle-orm'
import { Hono } from 'hono'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import { transact } from '../../database/query.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { qrOwnReference } from '../../deposits/transfer-reference.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { creditLateQr } from '../../modules/qrcode/qr-payment.ts'
import { tellDeposit } from '../../modules/slip/tell-deposit.ts'
import { makeTransfer } from '../../providers/sandbox/transfer-book.ts'
import { backTo, byOperator, readForm } from '../form.ts'
import { reportTransfer } from '../transfers/report-transfer.ts'
import { qrStatus } from './qr-view.ts'

/** Where QR codes are paid, run out, and are credited when they were paid too late. */
export function qrPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock, realtime } = app
  const pages = new Hono<ServerEnv>()

  pages.post('/pay', async (c) => {
    const { reference = '', told } = await readForm(c)
    const [qr] = await db.select().from(qrCodes).where(eq(qrCodes.reference, reference))
    if (!qr) return backTo(c, '/sandbox', 'unknown')
    const ownReference = qrOwnReference(reference)
    const { memberId, channel, amount } = qr
    const made = await makeTransfer(db, { memberId, channel, amount, ownReference, paidAt: clock.now() })
    return backTo(c, '/sandbox', told === 'later' ? 'untold' : await reportTransfer(app, c, made))
  })

  pages.post('/expire', async (c) => {
    const { reference = '' } = await readForm(c)
    const [now, mine] = [clock.now(), eq(qrCodes.reference, reference)]
    const over = await transact(db, async (tx) => {
      const [ended] = await tx
        .update(qrCodes)
        .set({ expiresAt: now })
        .where(and(mine, eq(qrCodes.status, 'waiting'), gt(qrCodes.expiresAt, now)))
        .returning({ memberId: qrCodes.memberId })
      if (ended) await record(tx, { ...byOperator(c, app), kind: 'qr-ended', subject: reference, ...ended })
      return ended
    })
    if (over) {
      realtime.walletChanged(over.memberId, 'deposit')
      return backTo(c, '/sandbox', 'expired')
    }
    const [qr] = await db.select().from(qrCodes).where(mine)
    const status = qr && qrStatus(qr, now)
    return backTo(c, '/sandbox', status === undefined || status === 'waiting' ? 'unknown' : `qr-${status}`)
  })

  pages.post('/credit', async (c) => {
    const { reference = '', listed = '' } = await readForm(c)
    const credited = await transact(db, async (tx) => {
      const late = await creditLateQr(tx, reference, listed.split(' '), clock.now())
      if (late === null || late === 'suspected') return late
      const { memberId } = late
      for (const { id, amount } of late.credited)
        await record(tx, {
          ...byOperator(c, app),
          kind: 'late-payment-credited',
          subject: reference,
          memberId,
          after: { amount, transfer: id },
        })
      return late
    })
    if (!credited) return backTo(c, '/sandbox', 'decided')
    if (credited === 'suspected') return backTo(c, '/sandbox', credited)
    await tellDeposit(app, credited.memberId)
    const ids = credited.credited.map(({ id }) => id)
    return backTo(c, '/sandbox', 'credited', ids)
  })

  return pages
}
