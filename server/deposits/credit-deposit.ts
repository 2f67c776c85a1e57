import { WALLET } from '#api/contract/wallet.ts'
import type { Database } from '../database/database.ts'
import type { Setting } from '../database/settings.ts'
import { house, walletOf } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import { lockMember } from '../ledger/lock-member.ts'
import { queuePush } from '../push/queue-push.ts'
import { endCancellableReward } from './active-reward.ts'
import { setGoals } from './turnover.ts'

interface Deposit {
  memberId: string
  /** Satang. */
  amount: number
  /** Identifies the deposit permanently: a second report of the same one credits nothing. */
  operationId: string
  /** How the money came in: a bank's code, or a QR channel's. */
  channel: string
  /** The id of the QR or slip for the statement's row. */
  reference?: string
  /** False if the statement already has its row. */
  writesStatement?: boolean
  /** The terms of the QR code that it paid; undefined where it paid none. */
  terms?: Setting<'depositTerms'> | undefined
}

/** Credits money from outside to the wallet, and records the rewards due after its turnover. False if it was credited before. */
export async function creditDeposit(db: Database, deposit: Deposit): Promise<boolean> {
  const { memberId, amount, operationId, channel, reference, terms } = deposit
  // Locks the member before the ledger accounts, as every other operation does, so that none deadlock.
  const { invitedBy } = await lockMember(db, memberId)
  const row = { memberId, type: 'deposit', amount, from: channel, to: WALLET, reference } as const
  const posted = await post(db, {
    operationId,
    kind: 'deposit',
    legs: [
      { account: house.bank(channel), amount: -amount },
      { account: walletOf(memberId), amount },
    ],
    statements: deposit.writesStatement === false ? [] : [row],
  })
  if (posted.outcome !== 'posted') return false
  await queuePush(db, { memberId, event: 'deposit', tag: `deposit:${operationId}`, amount })
  await endCancellableReward(db, memberId, amount)
  await setGoals(db, { memberId, amount, operationId, isInvited: invitedBy !== null, terms })
  return true
}
