import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { QR_STATUSES, qrCodes } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import { qrOwnReference } from '../../deposits/transfer-reference.ts'
import { uncreditedPayments } from '../../modules/qrcode/qr-payment.ts'
import { READ_ROWS } from '../listed.ts'
import { waitingFirst, without } from '../waiting-first.ts'

/** Ordered by when they expire. A waiting code waits for its member, not for staff. */
const readCodes = (db: Database, after?: string) =>
  waitingFirst(
    db,
    {
      columns: { status: qrCodes.status, at: qrCodes.expiresAt, id: qrCodes.id },
      waiting: 'late',
      rest: [['waiting'], without(QR_STATUSES, 'late', 'waiting')],
      read: (which, order) =>
        db
          .select({ qr: qrCodes, phone: members.username })
          .from(qrCodes)
          .innerJoin(members, eq(members.id, qrCodes.memberId))
          .where(which)
          .orderBy(...order)
          .limit(READ_ROWS),
      rowOf: ({ qr: { id, expiresAt } }) => ({ id, at: expiresAt }),
    },
    after,
  )

/** `payments`: what crediting a late one would credit. */
export async function qrList(db: Database, after?: string) {
  const listed = await readCodes(db, after)
  const late = listed.rows.flatMap(({ qr }) => (qr.status === 'late' ? [qr] : []))
  const payments = await uncreditedPayments(db, late)
  const rows = listed.rows.map((code) => {
    const own = qrOwnReference(code.qr.reference)
    return { ...code, payments: payments.filter(({ ownReference }) => ownReference === own) }
  })
  return { ...listed, rows }
}
