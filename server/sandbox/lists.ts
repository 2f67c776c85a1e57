import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { smsMessages } from '../database/schema/access.ts'
import {
  incomingTransfers,
  qrCodes,
  sandboxTransfers,
  slips,
  trueLinks,
} from '../database/schema/deposits.ts'
import { listSuspected } from '../deposits/decide-suspected.ts'
import { gameAccounts, gameResults } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'

export const MAX_ROWS = 30

export const sentTexts = (db: Database) =>
  db.select().from(smsMessages).orderBy(desc(smsMessages.id)).limit(MAX_ROWS)

export const qrList = (db: Database) =>
  db
    .select({ qr: qrCodes, phone: members.username })
    .from(qrCodes)
    .innerJoin(members, eq(members.id, qrCodes.memberId))
    .orderBy(sql`${qrCodes.status} in ('waiting', 'late') desc`, desc(qrCodes.createdAt))
    .limit(MAX_ROWS)

export const withdrawalList = (db: Database) =>
  db
    .select({ withdrawal: withdrawals, phone: members.username })
    .from(withdrawals)
    .innerJoin(members, eq(members.id, withdrawals.memberId))
    .orderBy(sql`${withdrawals.status} = 'pending' desc`, desc(withdrawals.createdAt))
    .limit(MAX_ROWS)

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
  db
    .select({ slip: slips, phone: members.username })
    .from(slips)
    .innerJoin(members, eq(members.id, slips.memberId))
    .orderBy(sql`${slips.status} = 'PENDING' desc`, desc(slips.createdAt))
    .limit(MAX_ROWS)

export const giftList = (db: Database) =>
  db
    .select({ gift: trueLinks, phone: members.username })
    .from(trueLinks)
    .innerJoin(members, eq(members.id, trueLinks.memberId))
    .orderBy(sql`${trueLinks.status} = 'PENDING' desc`, desc(trueLinks.createdAt))
    .limit(MAX_ROWS)

/** Transfers that may be the same money as a credited one, with the members of both. */
export async function suspectedList(db: Database) {
  const suspected = await listSuspected(db, 100)
  const ids = suspected.flatMap(({ transfer, duplicates }) =>
    [transfer, ...duplicates].map(({ memberId }) => memberId ?? ''),
  )
  const rows = await db
    .select({ id: members.id, phone: members.username })
    .from(members)
    .where(inArray(members.id, ids))
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]))
  const withPhone = <T extends { memberId: string | null }>(of: T) => ({
    ...of,
    phone: phones.get(of.memberId ?? '') ?? '',
  })
  return suspected.map(({ transfer, duplicates }) => ({
    transfer: withPhone(transfer),
    duplicates: duplicates.map(withPhone),
  }))
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
