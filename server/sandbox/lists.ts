import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { smsMessages } from '../database/schema/access.ts'
import { incomingTransfers, sandboxTransfers } from '../database/schema/deposits.ts'
import { listSuspected } from '../deposits/decide-suspected.ts'
import { isUnclaimed, listUnclaimed } from '../deposits/decide-unclaimed.ts'
import type { IncomingTransfer } from '../deposits/suspected-duplicates.ts'
import { gameAccounts, gameResults } from '../database/schema/games.ts'
import { playBreaks } from '../database/schema/limits.ts'
import { members } from '../database/schema/members.ts'
import { spins } from '../database/schema/spin.ts'
import { listStuckTransfers } from '../modules/transfer/stuck-transfers.ts'
import { listContradicted } from '../modules/withdraw/contradicted-payouts.ts'
import { counted, longestWaiting, newest, oldestOf, READ_ROWS } from './listed.ts'
import { paged } from './paged.ts'

export const sentTexts = async (db: Database) =>
  newest(await db.select().from(smsMessages).orderBy(desc(smsMessages.id)).limit(READ_ROWS))

/** A game's reported results. */
export const resultList = async (db: Database, gameCode: string) =>
  newest(
    await db
      .select({ result: gameResults, username: gameAccounts.username })
      .from(gameResults)
      .innerJoin(
        gameAccounts,
        and(eq(gameAccounts.memberId, gameResults.memberId), eq(gameAccounts.gameCode, gameResults.gameCode)),
      )
      .where(eq(gameResults.gameCode, gameCode))
      .orderBy(desc(gameResults.id))
      .limit(READ_ROWS),
  )

/** The spins of all members. */
export const spinList = async (db: Database) =>
  newest(
    await db
      .select({ spin: spins, phone: members.username })
      .from(spins)
      .innerJoin(members, eq(members.id, spins.memberId))
      .orderBy(desc(spins.createdAt))
      .limit(READ_ROWS),
  )

/** The phones of these members, by id; empty where there is no such member. */
export async function phonesOf(db: Database, ids: readonly string[]): Promise<(id: string) => string> {
  const rows = await db
    .select({ id: members.id, phone: members.username })
    .from(members)
    .where(inArray(members.id, ids))
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]))
  return (id) => phones.get(id) ?? ''
}

/** The most suspected duplicates that the console shows. */
const MAX_SUSPECTED = 100

/** Transfers that may be the same money as a credited one, with the members of both. */
export async function suspectedList(db: Database) {
  const { rows, more } = longestWaiting(await listSuspected(db, MAX_SUSPECTED + 1), MAX_SUSPECTED)
  return { rows: await withPhones(db, rows), more }
}

/** Transfers that were kept without a member, and what they may be. */
export async function unclaimedList(db: Database, after?: string) {
  const listed = await paged(db, {
    order: { at: incomingTransfers.createdAt, id: incomingTransfers.id },
    after,
    read: async (rest) =>
      counted(await listUnclaimed(db, READ_ROWS, rest), rest !== undefined, async (shown) =>
        oldestOf(await db.$count(incomingTransfers, isUnclaimed), shown),
      ),
    idOf: ({ transfer }) => transfer.id,
  })
  return { ...listed, rows: await withPhones(db, listed.rows) }
}

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
  return pairs.map(({ transfer, duplicates, ...rest }) => ({
    ...rest,
    transfer: withPhone(transfer),
    duplicates: duplicates.map(withPhone),
  }))
}

/** Of the rows that wait for staff, those that are shown, with their members' phones. */
async function waitingOfMembers<Row extends { memberId: string }>(db: Database, read: readonly Row[]) {
  const { rows, more } = longestWaiting(read)
  const ids = rows.map(({ memberId }) => memberId)
  const phoneOf = await phonesOf(db, ids)
  return { rows: rows.map((waiting) => ({ waiting, phone: phoneOf(waiting.memberId) })), more }
}

/** Transfers that their providers did not cancel. */
export const stuckList = async (db: Database) => waitingOfMembers(db, await listStuckTransfers(db, READ_ROWS))

/** Payouts of which the bank says otherwise than the books. */
export const contradictedList = async (db: Database) =>
  waitingOfMembers(db, await listContradicted(db, READ_ROWS))

/** The breaks that members have now, the one that ends soonest first. */
export function breakList(db: Database, now: Date, after?: string) {
  const { id, kind, startsAt, endsAt } = playBreaks
  const isNow = gt(endsAt, now)
  return paged(db, {
    order: { at: endsAt, id },
    after,
    read: async (rest) => {
      const found = await db
        .select({ id, phone: members.username, kind, startsAt, endsAt })
        .from(playBreaks)
        .innerJoin(members, eq(members.id, playBreaks.memberId))
        .where(and(isNow, rest))
        .orderBy(asc(endsAt), asc(id))
        .limit(READ_ROWS)
      return counted(
        found,
        rest !== undefined,
        async (shown) =>
          `${await db.$count(playBreaks, isNow)} have one; ${shown} of them are shown, the one that ends soonest first.`,
      )
    },
    idOf: (row) => row.id,
  })
}

/** The transfers that the sandbox's banks have seen, and what became of them here. */
export const transferList = async (db: Database) =>
  newest(
    await db
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
      .limit(READ_ROWS),
  )
