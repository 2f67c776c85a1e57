import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { incomingTransfers, qrCodes } from '../../database/schema/deposits.ts'
import { ledgerAccounts, ledgerEntries } from '../../database/schema/ledger.ts'
import type { statements } from '../../database/schema/statements.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { qrOwnReference } from '../../deposits/transfer-reference.ts'
import { isUuid } from '../../http/uuid.ts'
import { house } from '../../ledger/accounts.ts'
import { later } from '../../clock.ts'
import { expectedPayout } from '../withdraw/expected-payout.ts'
import { isRefusedByStaff } from '../withdraw/refusals.ts'

export type Row = typeof statements.$inferSelect

/** What other tables know of a row. */
export interface RowDetails {
  /** When the bank took the order of a pending withdrawal. */
  handedAt?: string
  withdrawal?: {
    mayCancel?: boolean
    handedAt?: string | undefined
    endedAt?: string | undefined
    isCancelled?: boolean
    isRefusedByStaff?: boolean
    expectedAt?: string
    isForGames?: boolean
  }
  /** The code that a deposit has paid. */
  qrcodeId?: string | null | undefined
  /** The last digits of the accounts on both sides. */
  fromEnding?: string | undefined
  toEnding?: string | undefined
  /** Satang that the row's posting paid into the house's account of fees; null while nothing has moved. */
  fee: number | null
}

/** The contract's word for a status: what is not decided yet is `PROCESSING` there. */
export const wireStatus = (status: Row['status']) => (status === 'PENDING' ? 'PROCESSING' : status)

/** The code of the bank or payment channel of money from or to the outside. */
export const channelOf = ({ type, from, to }: Row): string | null =>
  type === 'deposit' ? from : type === 'withdraw' ? to : null

/** Only the last digits of an account are shown: a receipt is made to be passed on. */
const endingOf = (account: string | null) => account?.replaceAll(/\W/gu, '').slice(-4)

/** Reads what other tables know of these rows, in one query each. */
export async function readDetails(
  app: Pick<AppContext, 'config' | 'db'>,
  rows: readonly Row[],
): Promise<{ of: (row: Row) => RowDetails }> {
  const { db } = app
  const references = (type: Row['type']) =>
    rows.flatMap((row) =>
      row.type === type && row.reference !== null && isUuid(row.reference) ? [row.reference] : [],
    )
  const [payouts, transfers, fees] = await Promise.all([
    readPayouts(db, references('withdraw')),
    readTransfers(db, references('deposit')),
    readFees(
      db,
      rows.flatMap(({ postingId }) => postingId ?? []),
    ),
  ])
  // Nobody asks for what has come.
  const isWaiting = [...payouts.values()].some((payout) => payout.status === 'pending')
  const expected = isWaiting ? await expectedPayout(app) : undefined
  return {
    of({ type, status, reference, postingId, createdAt }) {
      const payout = type === 'withdraw' ? payouts.get(reference ?? '') : undefined
      // What is to go to the bank with money out of games: the bank is never asked for it alone.
      const isForGames = type === 'withdraw' && status !== 'SUCCESS' && !payout
      const transfer = type === 'deposit' ? transfers.get(reference ?? '') : undefined
      return {
        ...(status === 'PENDING' && payout?.handedAt && { handedAt: payout.handedAt.toISOString() }),
        ...(payout && { withdrawal: stepsOf(payout, createdAt, expected) }),
        ...(isForGames && { withdrawal: { isForGames } }),
        qrcodeId: transfer?.qrcodeId,
        fromEnding: endingOf(transfer?.fromAccount ?? null),
        toEnding: endingOf(payout?.accountNo ?? transfer?.toAccount ?? null),
        fee: postingId === null || status === 'FAILED' ? null : (fees.get(postingId) ?? 0),
      }
    },
  }
}

type Payout = Pick<typeof withdrawals.$inferSelect, 'status' | 'takenAt' | 'handedAt' | 'decidedAt'>

/** `sentAt`: when the row was written. `expected`: how long one takes, in ms. */
function stepsOf(payout: Payout, sentAt: Date, expected: number | undefined): RowDetails['withdrawal'] {
  const { status, takenAt, handedAt, decidedAt } = payout
  const isPending = status === 'pending'
  return {
    handedAt: handedAt?.toISOString(),
    endedAt: decidedAt?.toISOString(),
    ...(isPending && takenAt === null && { mayCancel: true }),
    ...(isPending && expected !== undefined && { expectedAt: later(sentAt, expected).toISOString() }),
    ...(status === 'cancelled' && { isCancelled: true }),
    ...(isRefusedByStaff(payout) && { isRefusedByStaff: true }),
  }
}

async function readPayouts(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const { id, status, takenAt, handedAt, decidedAt, bankAccountNo: accountNo } = withdrawals
  const found = await db
    .select({ id, status, takenAt, handedAt, decidedAt, accountNo })
    .from(withdrawals)
    .where(inArray(withdrawals.id, ids))
  return new Map(found.map((one) => [one.id, one]))
}

async function readTransfers(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const { id, fromAccount, toAccount, ownReference, memberId } = incomingTransfers
  const found = await db
    .select({ id, fromAccount, toAccount, qrcodeId: qrCodes.id })
    .from(incomingTransfers)
    .leftJoin(
      qrCodes,
      and(
        eq(qrCodes.reference, sql`substr(${ownReference}, ${qrOwnReference('').length + 1}::int)`),
        eq(qrCodes.memberId, memberId),
      ),
    )
    .where(inArray(id, ids))
  return new Map(found.map((one) => [one.id, one]))
}

/** Satang paid in fees by posting; a posting without a fee is missing. */
async function readFees(db: Database, postings: number[]): Promise<Map<number, number>> {
  if (postings.length === 0) return new Map()
  const found = await db
    .select({ posting: ledgerEntries.postingId, fee: sql`sum(${ledgerEntries.amount})`.mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(inArray(ledgerEntries.postingId, postings), eq(ledgerAccounts.name, house.fees)))
    .groupBy(ledgerEntries.postingId)
  return new Map(found.map(({ posting, fee }) => [posting, fee]))
}
