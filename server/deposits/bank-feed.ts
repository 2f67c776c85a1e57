import { TRUE_WALLET, trueWalletMinimum } from '#lib/payments/true-wallet.ts'
import type { Database } from '../database/database.ts'
import { memberIdOf } from '../auth/member-by-phone.ts'
import { type BankAccount, memberOfAccount } from './match-bank-account.ts'
import { findOrder } from './orders.ts'
import { type Received, receiveTransfer } from './receive-transfer.ts'
import type { BankReference } from './transfer-reference.ts'

/** A transfer that a bank, or the wallet app, reports as received on an account of the site. */
interface ArrivedTransfer {
  /** The receiving bank's code, or `TRUEWALLET`. */
  channel: string
  /** Satang. */
  amount: number
  bankReference: BankReference
  from: BankAccount
  toAccountNo: string
  paidAt: Date
  /** The code that it paid, if the bank knows it: see `qrOwnReference`. */
  ownReference?: string | null
  /**
   * Whether the money came out of a gift link, as the wallet app says. It then belongs to the member who sent the link in, not to the
   * account that it came from.
   */
  isGift?: boolean
}

/** Whether nothing so small is credited by itself where it came by this channel. */
export const isTooSmall = ({ channel, amount }: Pick<ArrivedTransfer, 'channel' | 'amount'>): boolean =>
  channel === TRUE_WALLET && amount < trueWalletMinimum

/**
 * Credits a received transfer to the member from whose account it came, by the accounts at that time. From an unknown account,
 * too small for its channel, or out of a gift link, it is kept without a member until a slip, a code or a gift link identifies one.
 */
export async function receiveFromFeed(tx: Database, arrived: ArrivedTransfer, now: Date): Promise<Received> {
  const { channel, amount, from, paidAt, toAccountNo, bankReference, isGift = false } = arrived
  // Anybody may pay a member's code; any other transfer belongs to its sender, unless that has given it away.
  const order = await findOrder(tx, arrived.ownReference ?? null)
  const payee = order ? order.memberId : isGift ? null : await senderOf(tx, from, paidAt)
  const report = {
    source: isGift ? 'gift' : 'feed',
    channel,
    amount,
    bankReference,
    ownReference: order?.ownReference ?? null,
    paidAt,
    memberId: isTooSmall(arrived) ? null : payee,
    fromAccount: from.accountNo,
    toAccount: toAccountNo,
  } as const
  return receiveTransfer(tx, report, { credits: true, now })
}

async function senderOf(tx: Database, from: BankAccount, paidAt: Date): Promise<string | null> {
  if (from.bank !== TRUE_WALLET) return memberOfAccount(tx, from, paidAt)
  // The wallet app identifies people by their phone.
  return (await memberIdOf(tx, from.accountNo)) ?? null
}
