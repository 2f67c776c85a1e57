import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { onlyDigits } from '#lib/money/digits.ts'
import { DAY, HOUR, later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { incomingTransfers, slipBankReference, slips, transferTime } from '../database/schema/deposits.ts'
import { depositAccounts } from '../database/schema/site.ts'
import { isBankNumber, namesGift } from './transfer-reference.ts'

export type IncomingTransfer = typeof incomingTransfers.$inferSelect

/** Its money is in a wallet, or was sent back. */
const isSpent = or(isNotNull(incomingTransfers.creditedAt), isNotNull(incomingTransfers.returnedAt))

/** How far apart a bank's and a channel's payment times of one transfer may be, in ms. */
export const DUPLICATE_WINDOW = HOUR
/** How far apart the reports of one transfer may arrive if one has no payment time, in ms. */
export const UNTIMED_DUPLICATE_WINDOW = DAY
/**
 * Anybody may pay a member's code, but a payment of the same size by another member is more often another payment. A gift comes out
 * of another person's wallet as a rule, so for one whose time is unknown UNTIMED_DUPLICATE_WINDOW counts. In ms.
 */
export const OTHER_MEMBER_DUPLICATE_WINDOW = 5 * MINUTE

/**
 * The credited transfers that may be this same money although nothing proves it: one is known by the bank's reference alone, the other
 * by ours alone; or both paid one code or gift, the bank does not name both, and the amounts or the times differ; or a slip with this
 * bank's reference shows that deposit. The likeliest first.
 */
export async function suspectedDuplicates(
  db: Database,
  transfer: IncomingTransfer,
): Promise<IncomingTransfer[]> {
  const { id, amount, bankReference, ownReference } = transfer
  const at = timeOf(transfer)
  const distance = (other: IncomingTransfer) => Math.abs(timeOf(other).getTime() - at.getTime())
  const isOthers = (other: IncomingTransfer) => Number(areOfOthers(other, transfer))
  const likeliestFirst = (found: IncomingTransfer[]) =>
    found.toSorted((one, two) => isOthers(one) - isOthers(two) || distance(one) - distance(two))
  const named = [
    ...(ownReference === null ? [] : await withOwnReference(db, transfer, ownReference)),
    ...(bankReference === null ? [] : await shownBySlips(db, transfer, bankReference)),
  ]
  const found = new Map(named.map((other) => [other.id, other]))
  if (bankReference !== null && ownReference !== null) return likeliestFirst([...found.values()])
  const from = later(at, -UNTIMED_DUPLICATE_WINDOW).toISOString()
  const until = later(at, UNTIMED_DUPLICATE_WINDOW).toISOString()
  const credited = await db
    .select()
    .from(incomingTransfers)
    .where(
      and(
        eq(incomingTransfers.amount, amount),
        sql`${transferTime(incomingTransfers)} between ${from}::timestamptz and ${until}::timestamptz`,
        isNull(bankReference === null ? incomingTransfers.ownReference : incomingTransfers.bankReference),
        isSpent,
        ne(incomingTransfers.id, id),
      ),
    )
  for (const other of credited) {
    const [own, bank] = bankReference === null ? [transfer, other] : [other, transfer]
    if (couldBeSame(own, bank, await collectingAccounts(db, own))) found.set(other.id, other)
  }
  return likeliestFirst([...found.values()])
}

/** Whether one of them is not in `listed`: staff decide only about what they were shown. */
export const hasUnlisted = (duplicates: readonly IncomingTransfer[], listed: readonly string[]): boolean =>
  duplicates.some(({ id }) => !listed.includes(id))

/** The credited transfers of the same code or gift, where the bank does not name both. */
const withOwnReference = (db: Database, { id, bankReference }: IncomingTransfer, ownReference: string) =>
  db
    .select()
    .from(incomingTransfers)
    .where(
      and(
        eq(incomingTransfers.ownReference, ownReference),
        bankReference === null ? undefined : isNull(incomingTransfers.bankReference),
        isSpent,
        ne(incomingTransfers.id, id),
      ),
    )

/**
 * The credited transfers without a bank's reference whose decided slip has this transfer's reference: the slip named them the same, however
 * long ago that was and whoever reports the transfer now.
 */
const shownBySlips = async (
  db: Database,
  { id, senderBank }: IncomingTransfer,
  bankReference: string,
): Promise<IncomingTransfer[]> => {
  const named = and(
    eq(slipBankReference(slips), bankReference),
    // A slip's QR has its bank's number.
    senderBank === null || !isBankNumber(senderBank)
      ? undefined
      : eq(slips.bankReference, `${senderBank}:${bankReference}`),
    eq(slips.status, 'SUCCESS'),
  )
  return db
    .select()
    .from(incomingTransfers)
    .where(
      and(
        inArray(incomingTransfers.id, db.select({ id: slips.transferId }).from(slips).where(named)),
        isNull(incomingTransfers.bankReference),
        isSpent,
        ne(incomingTransfers.id, id),
      ),
    )
}

function couldBeSame(
  own: IncomingTransfer,
  bank: IncomingTransfer,
  accountNos: readonly string[] | null,
): boolean {
  const to = onlyDigits(bank.toAccount ?? '')
  const isAccountUnknown = accountNos === null || to === ''
  if (!isAccountUnknown && !accountNos.includes(to)) return false
  const apart = Math.abs(timeOf(own).getTime() - timeOf(bank).getTime())
  const isTimeTold = own.paidAt !== null && bank.paidAt !== null
  if (!areOfOthers(own, bank)) return apart <= (isTimeTold ? DUPLICATE_WINDOW : UNTIMED_DUPLICATE_WINDOW)
  if (isAccountUnknown) return false
  if (isTimeTold) return apart <= OTHER_MEMBER_DUPLICATE_WINDOW
  // A gift is booked once its money is there: a transfer that comes later is other money.
  const isBefore = timeOf(bank) <= later(own.createdAt, OTHER_MEMBER_DUPLICATE_WINDOW)
  return isGift(own) && isBefore && apart <= UNTIMED_DUPLICATE_WINDOW
}

/** Whether they are two members'. Nobody's may be either one's. */
const areOfOthers = (one: IncomingTransfer, other: IncomingTransfer): boolean =>
  one.memberId !== null && other.memberId !== null && one.memberId !== other.memberId

/** The accounts to which the code's channel or the gift may pay, in digits. Null if one of them is not listed. */
export async function collectingAccounts(db: Database, own: IncomingTransfer): Promise<string[] | null> {
  if (own.toAccount) return [onlyDigits(own.toAccount)]
  const rows = await db
    .select({ no: depositAccounts.accountNo })
    .from(depositAccounts)
    .where(
      isGift(own)
        ? eq(depositAccounts.bankType, 'WALLET')
        : and(
            inArray(depositAccounts.bankType, ['QR', 'PAYMENT']),
            eq(depositAccounts.bankCode, own.channel),
          ),
    )
  const accountNos = rows.map(({ no }) => onlyDigits(no))
  return accountNos.length === 0 || accountNos.includes('') ? null : accountNos
}

const isGift = ({ ownReference }: IncomingTransfer): boolean => namesGift(ownReference)

const timeOf = ({ paidAt, createdAt }: IncomingTransfer): Date => paidAt ?? createdAt

/** Serialises transfers of the same amount, also of different members, because they may be the same money. */
export async function lockAmount(tx: Database, { amount }: IncomingTransfer): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transfer-amount:${amount}`}, 0))`)
}
