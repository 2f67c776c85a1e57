import { MINUTE } from '../clock.ts'
import { suspectedTransfers } from '../deposits/decide-suspected.ts'
import { listPaidTwice } from '../deposits/paid-twice.ts'
import { listLate } from '../modules/qrcode/qr-payment.ts'
import { listContradicted } from '../modules/withdraw/contradicted-payouts.ts'
import { scheduledJob } from './run-jobs.ts'

const maxListed = 20

/** Logs warnings for as long as money waits for a person's decision, because nothing else moves it. */
export const reportHeldTransfers = scheduledJob('report-held-transfers', MINUTE, async ({ db, log }) => {
  const suspected = await suspectedTransfers(db, maxListed)
  const late = await listLate(db, maxListed)
  const twice = await listPaidTwice(db, maxListed)
  const contradicted = await listContradicted(db, maxListed)
  const warn = (event: string, ids: readonly string[], since: Date | null | undefined) =>
    ids.length > 0 && log.warn(event, { ids, since })
  warn(
    'transfers-suspected',
    suspected.map(({ id }) => id),
    suspected[0]?.suspectedAt,
  )
  warn(
    'transfers-late',
    late.map(({ id }) => id),
    late[0]?.createdAt,
  )
  warn(
    'transfers-paid-twice',
    twice.map(({ id }) => id),
    twice[0]?.reportedAt,
  )
  warn(
    'payouts-contradicted',
    contradicted.map(({ id }) => id),
    contradicted[0]?.contradictedAt,
  )
})
