import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, leasedUntil, moment, oneOf } from '../columns.ts'
import { members } from './members.ts'

const TRANSFER_STATUSES = ['moving', 'cancelling'] as const

/** One move of a transfer. The providers are asked for the moves in their order. */
interface Move {
  gameCode: string
  username: string
  /** Satang, into the game when positive. */
  amount: number
  reference: string
  /** Noted when the transfer begins to wait for a person, who has to know which of its moves are off. */
  isCancelled?: true
}

/** A payout without its reference, by the bank account that was the member's when it was confirmed. */
interface Withdrawal {
  /** Satang. */
  amount: number
  bankCode: string
  accountName: string
  accountNo: string
}

/**
 * Transfers that game providers are being asked to make. A row is committed together with the money that it reserves, and
 * deleted together with what the transfer ended in: whatever stands here is under way, and `jobs/` finishes it.
 */
export const providerTransfers = pgTable(
  'provider_transfers',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    /** The operation that asked for it. */
    operationId: text().notNull().unique(),
    /** Never from `cancelling` back to `moving`: a provider refuses what was cancelled once. */
    status: text({ enum: TRANSFER_STATUSES }).notNull().default('moving'),
    moves: jsonb().$type<Move[]>().notNull(),
    /** The ledger's accounts that the money was taken from, and goes back to if the transfer fails: satang by name. */
    taken: jsonb().$type<Record<string, number>>().notNull(),
    /** The ledger's account that it goes to. */
    destination: text().notNull(),
    /** The withdrawal from the destination that follows. */
    withdrawal: jsonb().$type<Withdrawal>(),
    /** The body that answers the operation when it has succeeded. */
    reply: text().notNull(),
    leasedUntil: leasedUntil(),
    /** Since when it waits for a person: a provider has refused to cancel for too long. Nobody is asked meanwhile. */
    stuckAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('provider_transfers_leased').on(t.leasedUntil),
    index('provider_transfers_member').on(t.memberId),
    oneOf('provider_transfers_status', t.status, TRANSFER_STATUSES),
  ],
)
