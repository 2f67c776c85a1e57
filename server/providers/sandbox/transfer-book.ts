import { randomBytes } from 'node:crypto'
import { and, eq, or } from 'drizzle-orm'
import { formatInBangkok } from '#lib/bangkok.ts'
import type { SlipQr } from '#lib/payments/slip-qr.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'
import type { Database } from '../../database/database.ts'
import { sandboxTransfers } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { bankNumberOf, isBankNumber, namesGift } from '../../deposits/transfer-reference.ts'

export type SandboxTransfer = typeof sandboxTransfers.$inferSelect

interface MadeTransfer {
  /** Whose registered account it comes from; null for a stranger's. */
  memberId: string | null
  channel: string
  /** Satang. */
  amount: number
  /** The house's own by default: the one that takes what comes by this channel. */
  toAccount?: string
  paidAt: Date
  ownReference?: string
  /** A new one by default. */
  slip?: SlipQr
  /** Out of the wallet app of this phone, in place of a bank. */
  walletPhone?: string
}

/** Somebody who is no member. */
const stranger = { fromBank: 'SCB', fromAccount: '9990000001', fromName: 'STRANGER' }

/** A reference such as banks print on slips, new each time. */
export const newBankReference = (at: Date): string =>
  `${formatInBangkok(at, 'yyyyMMdd')}${randomBytes(8).toString('hex')}`

/** Has a transfer made, as if by a bank's app. What pays a code or a gift link, or has this slip, is made once and given again. */
export async function makeTransfer(db: Database, made: MadeTransfer): Promise<SandboxTransfer> {
  const { memberId, walletPhone, slip, ...rest } = made
  const from = walletPhone === undefined ? await accountOf(db, memberId) : walletOf(walletPhone)
  const number = bankNumberOf(from.fromBank)
  const isNumbered = walletPhone !== undefined || isBankNumber(number)
  const named = {
    bankNo: slip?.bankNo ?? (isNumbered ? number : '014'),
    bankReference: slip?.reference ?? newBankReference(made.paidAt),
  }
  const toAccount = rest.toAccount ?? (await houseAccountOf(db, rest.channel))
  const [row] = await db
    .insert(sandboxTransfers)
    .values({ ...rest, ...from, ...named, toAccount })
    .onConflictDoNothing()
    .returning()
  if (row) return row
  const { bankNo, bankReference, ownReference } = sandboxTransfers
  const isNamed = and(eq(bankNo, named.bankNo), eq(bankReference, named.bankReference))
  const [earlier] = await db
    .select()
    .from(sandboxTransfers)
    .where(rest.ownReference === undefined ? isNamed : or(isNamed, eq(ownReference, rest.ownReference)))
  if (!earlier) throw new Error('The sandbox made no transfer')
  return earlier
}

const walletOf = (phone: string) => ({ fromBank: TRUE_WALLET, fromAccount: phone, fromName: phone })

async function accountOf(db: Database, memberId: string | null) {
  if (memberId === null) return stranger
  const [member] = await db.select().from(members).where(eq(members.id, memberId))
  if (!member?.bankCode || !member.bankAccountNo) return stranger
  return {
    fromBank: member.bankCode,
    fromAccount: member.bankAccountNo,
    fromName: member.bankAccountName ?? '',
  }
}

async function houseAccountOf(db: Database, channel: string): Promise<string> {
  const accounts = await db.select().from(depositAccounts).orderBy(depositAccounts.position)
  const account =
    accounts.find(({ bankCode }) => bankCode === channel) ??
    accounts.find(({ bankType }) => bankType === 'BANK')
  return account?.accountNo ?? ''
}

/** What the bank's feed, a channel or the wallet app reports of it. */
export const reportOf = (made: SandboxTransfer) => ({
  channel: made.channel,
  amount: made.amount,
  paidAt: made.paidAt,
  bankReference: { bank: made.bankNo, reference: made.bankReference },
  from: { bank: made.fromBank, accountNo: made.fromAccount, holder: made.fromName },
  toAccountNo: made.toAccount,
  isGift: namesGift(made.ownReference),
})

/** What the QR on its slip says. Null where the sender is no bank, and gives no slips. */
export const slipOf = ({ bankNo, bankReference }: SandboxTransfer): SlipQr | null =>
  isBankNumber(bankNo) ? { bankNo, reference: bankReference } : null
