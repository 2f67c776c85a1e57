import type { Context } from 'hono'
import { record } from '../../auth/audit-trail.ts'
import type { AppContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { transact } from '../../database/query.ts'
import { isTooSmall, receiveFromFeed } from '../../deposits/bank-feed.ts'
import { qrReferenceIn } from '../../deposits/transfer-reference.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { confirmQrPayment } from '../../modules/qrcode/qr-payment.ts'
import { tellDeposit } from '../../modules/slip/tell-deposit.ts'
import { reportOf, type SandboxTransfer } from '../../providers/sandbox/transfer-book.ts'
import type { FlashCode } from '../flash-messages.ts'
import { byOperator } from '../form.ts'

/**
 * Reports the transfer as the bank's feed, the wallet app or the code's channel would, however often it is asked to. `by`: a
 * code's payment without the bank's reference, or without the code's.
 */
export async function reportTransfer(
  app: AppContext,
  c: Context<ServerEnv>,
  made: SandboxTransfer,
  by?: 'channel' | 'bank',
): Promise<FlashCode> {
  const { db, clock } = app
  const now = clock.now()
  const report = <T extends { outcome: string; memberId?: string | null }>(
    receive: (tx: Transaction) => Promise<T>,
  ) =>
    transact(db, async (tx) => {
      const received = await receive(tx)
      const { outcome, memberId } = received
      await record(tx, {
        ...byOperator(c, app),
        kind: 'transfer-reported',
        subject: made.bankReference,
        memberId: memberId ?? undefined,
        after: { outcome, channel: made.channel, amount: made.amount },
      })
      return received
    })
  const reference = qrReferenceIn(made.ownReference)
  if (reference !== null && by !== 'bank') {
    const told = reportOf(made)
    const payment = { ...told, reference, bankReference: by === 'channel' ? null : told.bankReference }
    const paid = await report((tx) => confirmQrPayment(tx, payment, now))
    // A repeat too: it may show that another member has the money, which ends the code and fails its row.
    if (paid.outcome !== 'unknown') await tellDeposit(app, paid.memberId)
    return paid.outcome === 'credited' ? 'paid' : paid.outcome
  }
  const { outcome, memberId } = await report(async (tx) => {
    const received = await receiveFromFeed(tx, reportOf(made), now)
    return { outcome: received.outcome, memberId: received.transfer.memberId }
  })
  // A repeat too: it may name what a code's channel has reported without the bank's reference.
  if (memberId !== null) await tellDeposit(app, memberId)
  if (outcome === 'repeated' || outcome === 'paid-twice') return outcome
  if (memberId === null) return isTooSmall(made) ? 'small' : 'kept'
  return outcome === 'suspected' ? outcome : 'added'
}
