import { and, eq, lt } from 'drizzle-orm'
import { later, MINUTE } from '../clock.ts'
import { inBatches } from '../database/query.ts'
import { qrCodes } from '../database/schema/deposits.ts'
import { REPORTED_WITHIN } from '../modules/qrcode/qr-payment.ts'
import { scheduledJob } from './run-jobs.ts'

/** Marks codes that nobody has paid as expired. */
export const expireQrCodes = scheduledJob('expire-qr-codes', 10 * MINUTE, async ({ db, clock }) => {
  const isOver = and(
    eq(qrCodes.status, 'waiting'),
    lt(qrCodes.expiresAt, later(clock.now(), -REPORTED_WITHIN)),
  )
  // A code that is being paid or replaced at the moment is left to that call.
  await inBatches(qrCodes, isOver, (share) =>
    db.update(qrCodes).set({ status: 'expired' }).where(share).returning({ id: qrCodes.id }),
  )
})
