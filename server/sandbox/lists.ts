import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { smsMessages } from '../database/schema/access.ts'
import { incomingTransfers, sandboxTransfers } from '../database/schema/deposits.ts'
import { gameAccounts, gameResults } from '../database/schema/games.ts'
import { playBreaks } from '../database/schema/limits.ts'
import { members } from '../database/schema/members.ts'
import { spins } from '../database/schema/spin.ts'
import { counted, newest, READ_ROWS } from './listed.ts'
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
