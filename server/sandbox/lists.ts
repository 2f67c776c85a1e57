import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { smsMessages } from '../database/schema/access.ts'
import {
  incomingTransfers,
  QR_STATUSES,
  qrCodes,
  sandboxTransfers,
  SLIP_STATUSES,
  slips,
  trueLinks,
} from '../database/schema/deposits.ts'
import { listSuspected } from '../deposits/decide-suspected.ts'
import { listUnclaimed } from '../deposits/decide-unclaimed.ts'
import type { IncomingTransfer } from '../deposits/suspected-duplicates.ts'
import { qrOwnReference } from '../deposits/transfer-reference.ts'
import { gameAccounts, gameResults } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { spins } from '../database/schema/spin.ts'
import { WITHDRAWAL_STATUSES, withdrawals } from '../database/schema/withdrawals.ts'
import { uncreditedPayments } from '../modules/qrcode/qr-payment.ts'
import { listStuckTransfers } from '../modules/transfer/stuck-transfers.ts'
import { listContradicted } from '../modules/withdraw/contradicted-payouts.ts'
import { isHeld } from '../modules/withdraw/send-payout.ts'

/** The rows of a list. */
export type Rows<List extends (...args: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<List>>

/** The most rows that one list of the console shows; the list of suspected duplicates shows more. */
export const MAX_ROWS = 30

export const sentTexts = (db: Database) =>
  db.select().from(smsMessages).orderBy(desc(smsMessages.id)).limit(MAX_ROWS)

type Order = typeof asc

/** The newest of each status, as its index has them: PostgreSQL would sort the whole table for all of these at once. */
async function newestOf<Status extends string, Row>(
  statuses: readonly Status[],
  read: (status: Status, order: Order) => Promise<Row[]>,
  timeOf: (row: Row) => Date,
): Promise<Row[]> {
  const found = await Promise.all(statuses.map((status) => read(status, desc)))
  return found.flat().toSorted((one, other) => timeOf(other).getTime() - timeOf(one).getTime())
}

/**
 * What waits for staff first, and of that what has waited longest: however much comes, it is seen. Then the rest, one group of statuses
 * after the other, the newest first.
 */
async function waitingFirst<Status extends string, Row>(
  waiting: Status,
  rest: readonly (readonly Status[])[],
  read: (status: Status, order: Order) => Promise<Row[]>,
  timeOf: (row: Row) => Date,
): Promise<Row[]> {
  const found = await read(waiting, asc)
  for (const statuses of rest)
    if (found.length < MAX_ROWS) found.push(...(await newestOf(statuses, read, timeOf)))
  return found.slice(0, MAX_ROWS)
}

const without = <Status extends string>(statuses: readonly Status[], ...some: NoInfer<Status>[]) =>
  statuses.filter((status) => !some.includes(status))

/** Ordered by when they expire. A waiting code waits for its member, not for staff. `payments`: what crediting a late one would credit. */
export async function qrList(db: Database) {
  const codes = await waitingFirst(
    'late',
    [['waiting'], without(QR_STATUSES, 'late', 'waiting')],
    (status, order) =>
      db
        .select({ qr: qrCodes, phone: members.username })
        .from(qrCodes)
        .innerJoin(members, eq(members.id, qrCodes.memberId))
        .where(eq(qrCodes.status, status))
        .orderBy(order(qrCodes.expiresAt))
        .limit(MAX_ROWS),
    ({ qr }) => qr.expiresAt,
  )
  const late = codes.flatMap(({ qr }) => (qr.status === 'late' ? [qr] : []))
  const payments = await uncreditedPayments(db, late)
  return codes.map((code) => {
    const own = qrOwnReference(code.qr.reference)
    return { ...code, payments: payments.filter(({ ownReference }) => ownReference === own) }
  })
}

export const withdrawalList = (db: Database) =>
  waitingFirst(
    'pending',
    [without(WITHDRAWAL_STATUSES, 'pending')],
    (status, order) =>
      db
        .select({ withdrawal: withdrawals, phone: members.username, isHeld })
        .from(withdrawals)
        .innerJoin(members, eq(members.id, withdrawals.memberId))
        .where(eq(withdrawals.status, status))
        .orderBy(order(withdrawals.createdAt))
        .limit(MAX_ROWS),
    ({ withdrawal }) => withdrawal.createdAt,
  )

/** A game's reported results. */
export const resultList = (db: Database, gameCode: string) =>
  db
    .select({ result: gameResults, username: gameAccounts.username })
    .from(gameResults)
    .innerJoin(
      gameAccounts,
      and(eq(gameAccounts.memberId, gameResults.memberId), eq(gameAccounts.gameCode, gameResults.gameCode)),
    )
    .where(eq(gameResults.gameCode, gameCode))
    .orderBy(desc(gameResults.id))
    .limit(MAX_ROWS)

export const slipList = (db: Database) =>
  waitingFirst(
    'PENDING',
    [without(SLIP_STATUSES, 'PENDING')],
    (status, order) =>
      db
        .select({ slip: slips, phone: members.username })
        .from(slips)
        .innerJoin(members, eq(members.id, slips.memberId))
        .where(eq(slips.status, status))
        .orderBy(order(slips.createdAt))
        .limit(MAX_ROWS),
    ({ slip }) => slip.createdAt,
  )

export const giftList = (db: Database) =>
  waitingFirst(
    'PENDING',
    [without(SLIP_STATUSES, 'PENDING')],
    (status, order) =>
      db
        .select({ gift: trueLinks, phone: members.username })
        .from(trueLinks)
        .innerJoin(members, eq(members.id, trueLinks.memberId))
        .where(eq(trueLinks.status, status))
        .orderBy(order(trueLinks.createdAt))
        .limit(MAX_ROWS),
    ({ gift }) => gift.createdAt,
  )

/** The spins of all members. */
export const spinList = (db: Database) =>
  db
    .select({ spin: spins, phone: members.username })
    .from(spins)
    .innerJoin(members, eq(members.id, spins.memberId))
    .orderBy(desc(spins.createdAt))
    .limit(MAX_ROWS)

/** The phones of these members, by id; empty where there is no such member. */
export async function phonesOf(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const rows = await db
    .select({ id: members.id, phone: members.username })
    .from(members)
    .where(inArray(members.id, ids))
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]))
  return (id) => phones.get(id) ?? ''
}

/** Transfers that may be the same money as a credited one, with the members of both. */
export const suspectedList = async (db: Database) => withPhones(db, await listSuspected(db, 100))

/** Transfers that were kept without a member, and what they may be. */
export const unclaimedList = async (db: Database) => withPhones(db, await listUnclaimed(db, MAX_ROWS))

async function withPhones<Transfer extends IncomingTransfer, Pair extends { duplicates: IncomingTransfer[] }>(
  db: Database,
  pairs: readonly (Pair & { transfer: Transfer })[],
) {
  const ids = pairs.flatMap(({ transfer, duplicates }) =>
    [transfer, ...duplicates].map(({ memberId }) => memberId ?? ''),
  )
  const phoneOf = await phonesOf(db, ids)
  const withPhone = <T extends { memberId: string | null }>(of: T) => ({
    ...of,
    phone: phoneOf(of.memberId ?? ''),
  })
  return pairs.map(({ transfer, duplicates, ...more }) => ({
    ...more,
    transfer: withPhone(transfer),
    duplicates: duplicates.map(withPhone),
  }))
}

/** Transfers that their providers did not cancel, with their members' phones. */
export async function stuckList(db: Database) {
  const stuck = await listStuckTransfers(db, MAX_ROWS)
  const ids = stuck.map(({ memberId }) => memberId)
  const phoneOf = await phonesOf(db, ids)
  return stuck.map((transfer) => ({ transfer, phone: phoneOf(transfer.memberId) }))
}

/** Payouts of which the bank says otherwise than the books, with their members' phones. */
export async function contradictedList(db: Database) {
  const contradicted = await listContradicted(db, MAX_ROWS)
  const ids = contradicted.map(({ memberId }) => memberId)
  const phoneOf = await phonesOf(db, ids)
  return contradicted.map((withdrawal) => ({ withdrawal, phone: phoneOf(withdrawal.memberId) }))
}

/** The transfers that the sandbox's banks have seen, and what became of them here. */
export const transferList = (db: Database) =>
  db
    .select({ made: sandboxTransfers, creditedAt: incomingTransfers.creditedAt })
    .from(sandboxTransfers)
    .leftJoin(
      incomingTransfers,
      and(
        eq(incomingTransfers.bankReference, sandboxTransfers.bankReference),
        eq(incomingTransfers.senderBank, sandboxTransfers.bankNo),
      ),
    )
    .orderBy(desc(sandboxTransfers.createdAt))
    .limit(MAX_ROWS)
