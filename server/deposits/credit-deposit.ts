import type { Database } from '../database/database.ts'
import { house, walletOf } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import { lockMember } from '../ledger/lock-member.ts'
import { setGoals } from './turnover.ts'

export interface Deposit {
  memberId: string
  /** Satang. */
  amount: number
  /** Names the deposit for ever: a second report of the same one credits nothing. */
  operationId: string
  /** Where the money came in: a bank's code, a QR channel's. */
  channel: string
  /** What the statement's row is about: a QR's id, a slip's. */
  reference?: string
  /** False where the statement has its row already. */
  writesStatement?: boolean
}

/** Puts money from outside into the wallet, and promises what it earns once it was played. False where this one was credited before. */
export async function creditDeposit(db: Database, deposit: Deposit): Promise<boolean> {
  const { memberId, amount, operationId, channel, reference } = deposit
  // Locks the member before the ledger accounts, as every other operation does, so that none deadlock.
  const { invitedBy } = await lockMember(db, memberId)
  const row = { memberId, type: 'deposit', amount, from: channel, to: 'WALLET', reference } as const
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
  await setGoals(db, { memberId, amount, operationId, isInvited: invitedBy !== null })
  return true
}
