import { and, desc, eq, inArray } from 'drizzle-orm'
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
import { gameAccounts, gameResults } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { spins } from '../database/schema/spin.ts'
import { WITHDRAWAL_STATUSES, withdrawals } from '../database/schema/withdrawals.ts'
import { listStuckTransfers } from '../modules/transfer/stuck-transfers.ts'
import { isHeld } from '../modules/withdraw/send-payout.ts'

/** The most rows that one list of the console shows; the list of suspected duplicates shows more. */
export const MAX_ROWS = 30

export const sentTexts = (db: Database) =>
  db.select().from(smsMessages).orderBy(desc(smsMessages.id)).limit(MAX_ROWS)

/** The newest of each status, as its index has them: PostgreSQL would sort the whole table for what waits and then the rest. */
async function newestOf<Status extends string, Row>(
  statuses: readonly Status[],
  read: (status: Status) => Promise<Row[]>,
  timeOf: (row: Row) => Date,
): Promise<Row[]> {
  const found = await Promise.all(statuses.map(read))
  return found.flat().toSorted((one, other) => timeOf(other).getTime() - timeOf(one).getTime())
}

/** What waits for somebody first, then the rest. */
async function waitingFirst<Status extends string, Row>(
  statuses: readonly Status[],
  waiting: readonly NoInfer<Status>[],
  read: (status: Status) => Promise<Row[]>,
  timeOf: (row: Row) => Date,
): Promise<Row[]> {
  const isOver = (status: Status) => !waiting.includes(status)
  const first = await newestOf(waiting, read, timeOf)
  const rest = first.length < MAX_ROWS ? await newestOf(statuses.filter(isOver), read, timeOf) : []
  return [...first, ...rest].slice(0, MAX_ROWS)
}

/** By the end of their time, the last first. */
export const qrList = (db: Database) =>
  waitingFirst(
    QR_STATUSES,
    ['waiting', 'late'],
    (status) =>
      db
        .select({ qr: qrCodes, phone: members.username })
        .from(qrCodes)
        .innerJoin(members, eq(members.id, qrCodes.memberId))
        .where(eq(qrCodes.status, status))
        .orderBy(desc(qrCodes.expiresAt))
        .limit(MAX_ROWS),
    ({ qr }) => qr.expiresAt,
  )

export const withdrawalList = (db: Database) =>
  waitingFirst(
    WITHDRAWAL_STATUSES,
    ['pending'],
    (status) =>
      db
        .select({ withdrawal: withdrawals, phone: members.username, isHeld })
        .from(withdrawals)
        .innerJoin(members, eq(members.id, withdrawals.memberId))
        .where(eq(withdrawals.status, status))
        .orderBy(desc(withdrawals.createdAt))
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
    SLIP_STATUSES,
    ['PENDING'],
    (status) =>
      db
        .select({ slip: slips, phone: members.username })
        .from(slips)
        .innerJoin(members, eq(members.id, slips.memberId))
        .where(eq(slips.status, status))
        .orderBy(desc(slips.createdAt))
        .limit(MAX_ROWS),
    ({ slip }) => slip.createdAt,
  )

export const giftList = (db: Database) =>
  waitingFirst(
    SLIP_STATUSES,
    ['PENDING'],
    (status) =>
      db
        .select({ gift: trueLinks, phone: members.username })
        .from(trueLinks)
        .innerJoin(members, eq(members.id, trueLinks.memberId))
        .where(eq(trueLinks.status, status))
        .orderBy(desc(trueLinks.createdAt))
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
async function findPhones(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
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

async function withPhones<Pair extends { transfer: IncomingTransfer; duplicates: IncomingTransfer[] }>(
  db: Database,
  pairs: readonly Pair[],
) {
  const ids = pairs.flatMap(({ transfer, duplicates }) =>
    [transfer, ...duplicates].map(({ memberId }) => memberId ?? ''),
  )
  const phoneOf = await findPhones(db, ids)
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
  const phoneOf = await findPhones(db, ids)
  return stuck.map((transfer) => ({ transfer, phone: phoneOf(transfer.memberId) }))
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
