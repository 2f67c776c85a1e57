import { and, eq } from 'drizzle-orm'
import type { ReplyInput } from '#api/contract/call.ts'
import type { cancelWithdrawal as cancelCall } from '#api/contract/withdrawal.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { ApiError } from '../../http/api-error.ts'
import type { RequestContext } from '../../http/route.ts'
import { isUuid } from '../../http/uuid.ts'
import { byMember, record } from '../../auth/audit-trail.ts'
import { endWithdrawal } from './decide-withdrawal.ts'
import { isRefusedByStaff } from './refusals.ts'

/**
 * Gives the money of a withdrawal back to the wallet, as long as it waits. `handOver` takes it for the bank by the same row: whichever
 * is first, the other finds it gone. Money that is back already stays where it is.
 */
export async function cancel(
  context: RequestContext<typeof cancelCall>,
): Promise<ReplyInput<typeof cancelCall>> {
  const { app, db, member, params, afterCommit } = context
  if (!isUuid(params.id)) throw new ApiError('NO_DATA', 404)
  // The operation holds the member's lock, which every decision about a withdrawal takes first.
  const [withdrawal] = await db
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.id, params.id), eq(withdrawals.memberId, member.id)))
    .for('update')
  if (!withdrawal) throw new ApiError('NO_DATA', 404)
  const { status } = withdrawal
  if (status === 'cancelled') return { message: 'SUCCESS' }
  if (status === 'refused') {
    const told = isRefusedByStaff(withdrawal) && { isRefusedByStaff: true }
    return { message: 'SUCCESS', isReturned: true, ...told }
  }
  if (status !== 'pending' || withdrawal.takenAt !== null) throw new ApiError('WITHDRAW_TOO_LATE')
  const now = app.clock.now()
  await endWithdrawal(db, withdrawal, { status: 'cancelled' }, now)
  await record(db, {
    ...byMember(context),
    kind: 'withdrawal-cancelled',
    at: now,
    subject: withdrawal.id,
    after: { amount: withdrawal.amount },
  })
  afterCommit(() => {
    app.realtime.walletChanged(member.id, 'withdraw')
  })
  return { message: 'SUCCESS' }
}
