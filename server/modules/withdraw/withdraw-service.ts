import { and, eq, isNotNull } from 'drizzle-orm'
import { later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { ApiError, outOfRange } from '../../http/api-error.ts'
import { walletOf, withdrawingOf } from '../../ledger/accounts.ts'
import { post } from '../../ledger/post.ts'
import type { Payout } from '../../providers/bank.ts'
import { activeRewardOf, isBinding } from '../bonus/active-reward.ts'
import { readSetting } from '../../database/settings.ts'
import { promisedTo } from '../../deposits/turnover.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { PAYOUT_LEASE } from './send-payout.ts'
import { heldUntil } from './withdraw-hold.ts'

/** How many withdrawals of one member may be pending at a time. */
export const MAX_PENDING = 3

export interface WithdrawOrder {
  memberId: string
  /** Satang. */
  amount: number
  now: Date
}

/** The bank account that the money goes to. */
export type Payee = Pick<Payout, 'bankCode' | 'accountName' | 'accountNo'>

/** Locks the member, and refuses unless he may withdraw this amount. Returns his bank account. */
export async function checkWithdrawal(
  db: Database,
  { memberId, amount, now }: WithdrawOrder,
): Promise<Payee> {
  const { min, max } = await readSetting(db, 'withdraw')
  if (amount < min || amount > max) throw outOfRange('KEY_INVALID', amount, { minimum: min, maximum: max })
  const member = await lockMember(db, memberId)
  const { bankCode, bankAccountName: accountName, bankAccountNo: accountNo } = member
  if (!bankCode || !accountName || !accountNo) throw new ApiError('NO_BANK')
  const until = heldUntil(member, now)
  if (until) throw new ApiError('WITHDRAW_HOLD', undefined, { until })
  if (isBinding(await activeRewardOf(db, memberId))) throw new ApiError('BONUS_CONDITION')
  const { toPlay } = await promisedTo(db, memberId, 'withdrawal')
  if (toPlay > 0) throw new ApiError('BONUS_CONDITION', undefined, { toPlay })
  const pending = await db.$count(
    withdrawals,
    and(eq(withdrawals.memberId, memberId), eq(withdrawals.status, 'pending')),
  )
  const collecting = await db.$count(
    providerTransfers,
    and(eq(providerTransfers.memberId, memberId), isNotNull(providerTransfers.withdrawal)),
  )
  if (pending + collecting >= MAX_PENDING)
    throw new ApiError('REQUEST_LIMIT', undefined, { reason: 'too-many-pending' })
  return { bankCode, accountName, accountNo }
}

/** Takes the money out of the wallet at once and reserves it for the bank. Returns the payout. */
export async function takeWithdrawal(
  db: Database,
  { memberId, amount, now, bankCode, accountName, accountNo }: Payee & WithdrawOrder,
): Promise<Payout> {
  const [withdrawal] = await db
    .insert(withdrawals)
    .values({
      memberId,
      amount,
      bankCode,
      bankAccountName: accountName,
      bankAccountNo: accountNo,
      // Whoever commits it hands it over.
      leasedUntil: later(now, PAYOUT_LEASE),
    })
    .returning({ id: withdrawals.id })
  if (!withdrawal) throw new Error('The withdrawal was not kept')
  const posted = await post(db, {
    operationId: `withdraw:${withdrawal.id}`,
    kind: 'withdraw',
    legs: [
      { account: walletOf(memberId), amount: -amount },
      { account: withdrawingOf(memberId), amount },
    ],
    statements: [
      {
        memberId,
        type: 'withdraw',
        amount,
        from: 'WALLET',
        to: bankCode,
        status: 'PENDING',
        reference: withdrawal.id,
      },
    ],
  })
  if (posted.outcome === 'short') throw new ApiError('MONEY_NOT_ENOUGH')
  return { reference: withdrawal.id, amount, bankCode, accountName, accountNo }
}
