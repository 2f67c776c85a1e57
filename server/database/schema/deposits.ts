import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { qrChannels } from '#api/contract/qr-channels.ts'
import { createdAt, leasedUntil, moment, oneOf, satang } from '../columns.ts'
import type { Setting } from '../settings.ts'
import { members } from './members.ts'

export const QR_STATUSES = ['waiting', 'paid', 'cancelled', 'expired', 'late'] as const
export const TRANSFER_SOURCES = ['feed', 'qr', 'slip', 'gift', 'sandbox'] as const
export const SLIP_STATUSES = ['PENDING', 'SUCCESS', 'FAILED'] as const

export const qrCodes = pgTable(
  'qr_codes',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    channel: text({ enum: qrChannels }).notNull(),
    amount: satang().notNull(),
    reference: text().notNull().unique(),
    /** The text inside the QR. */
    payload: text().notNull(),
    status: text({ enum: QR_STATUSES }).notNull().default('waiting'),
    expiresAt: moment().notNull(),
    paidAt: moment(),
    /** The `depositTerms` of the moment at which it was made. A code of an earlier release has none. */
    terms: jsonb().$type<Setting<'depositTerms'>>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('qr_codes_one_waiting')
      .on(t.memberId, t.channel)
      .where(sql`${t.status} = 'waiting'`),
    index('qr_codes_member').on(t.memberId, t.createdAt),
    index('qr_codes_waiting').on(t.status, t.expiresAt),
    check('qr_codes_amount', sql`${t.amount} > 0`),
    oneOf('qr_codes_channel', t.channel, qrChannels),
    oneOf('qr_codes_status', t.status, QR_STATUSES),
  ],
)

/** SQL: when a transfer was paid; if that is unknown, when it was reported. */
export const transferTime = ({
  paidAt,
  createdAt: reportedAt,
}: Record<'paidAt' | 'createdAt', AnyPgColumn>) => sql`coalesce(${paidAt}, ${reportedAt})`

/**
 * Money from outside, one row per transfer, however many ways it is reported. Written only by `deposits/`; a credited one in
 * the same transaction as its posting.
 */
export const incomingTransfers = pgTable(
  'incoming_transfers',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The source shown in the statement. */
    channel: text().notNull(),
    /** The source that reported it first. */
    source: text({ enum: TRANSFER_SOURCES }).notNull(),
    /**
     * Sending bank, the bank's own reference, satang and day in Bangkok, as `014:A1B2:10050:2026-01-05`; if the bank's is unknown,
     * our own reference, satang and time in ms.
     */
    reference: text().notNull().unique(),
    /** The references of those that were made one with it: their reports may come again. */
    joinedReferences: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The bank's three digits, such as `014`. Null if only a reference was reported. */
    senderBank: text(),
    bankReference: text(),
    /** Our own reference: `qr:` and the QR's reference, or `gift:` and the link's hash. Two payments of one QR share it. */
    ownReference: text(),
    amount: satang().notNull(),
    fromAccount: text(),
    toAccount: text(),
    /** By the bank's clock; null if no bank has reported it. */
    paidAt: moment(),
    /** Null while its owner is unknown. */
    memberId: text().references(() => members.id),
    /** Null until it is credited to the member's wallet. */
    creditedAt: moment(),
    /** When it was first held for a person to decide, because it may be the same money as a credited transfer. */
    suspectedAt: moment(),
    /** When staff sent it back to its sender: it stays without a member, and is never credited. */
    returnedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('incoming_transfers_amount').on(t.amount, transferTime(t)),
    index('incoming_transfers_suspected')
      .on(t.suspectedAt, t.id)
      .where(sql`${t.suspectedAt} is not null and ${t.creditedAt} is null`),
    index('incoming_transfers_unclaimed')
      .on(t.createdAt, t.id)
      .where(sql`${t.memberId} is null and ${t.returnedAt} is null`),
    index('incoming_transfers_late')
      .on(t.createdAt, t.id)
      .where(sql`${t.memberId} is not null and ${t.creditedAt} is null and ${t.suspectedAt} is null`),
    index('incoming_transfers_member').on(t.memberId, t.createdAt),
    index('incoming_transfers_bank_reference').on(t.bankReference, t.senderBank),
    index('incoming_transfers_own_reference').on(t.ownReference),
    check('incoming_transfers_amount', sql`${t.amount} > 0`),
    check('incoming_transfers_credited', sql`${t.creditedAt} is null or ${t.memberId} is not null`),
    check('incoming_transfers_returned', sql`${t.returnedAt} is null or ${t.memberId} is null`),
    oneOf('incoming_transfers_source', t.source, TRANSFER_SOURCES),
  ],
)

/** The transfers that the sandbox's banks have seen. Each can be reported by its bank or channel, and has a slip. */
export const sandboxTransfers = pgTable(
  'sandbox_transfers',
  {
    id: uuid().primaryKey().defaultRandom(),
    channel: text().notNull(),
    /** The sending bank's number, as in a slip's QR. */
    bankNo: text().notNull(),
    bankReference: text().notNull(),
    amount: satang().notNull(),
    fromBank: text().notNull(),
    fromAccount: text().notNull(),
    fromName: text().notNull(),
    toAccount: text().notNull(),
    /** `qr:` or `gift:` reference, if it paid one. */
    ownReference: text(),
    paidAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('sandbox_transfers_reference').on(t.bankNo, t.bankReference),
    unique('sandbox_transfers_own_reference').on(t.ownReference),
    index('sandbox_transfers_newest').on(t.createdAt),
  ],
)

/** SQL: the bank's own reference in a slip's, without the bank's number before it. */
export const slipBankReference = ({ bankReference }: Record<'bankReference', AnyPgColumn>) =>
  sql`split_part(${bankReference}, ':', 2)`

export const slips = pgTable(
  'slips',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    /** 0 until the slip has been read. */
    amount: satang().notNull().default(0),
    status: text({ enum: SLIP_STATUSES }).notNull().default('PENDING'),
    note: text(),
    /** Our own reference, which names the upload in the API. */
    reference: text().notNull().unique(),
    /** The bank's number and its own reference, as `014:A1B2`, read from the slip's QR. */
    bankReference: text(),
    /** The deposit for this slip; another slip of the same transfer may point to it too. */
    transferId: uuid().references(() => incomingTransfers.id),
    filePath: text().notNull(),
    fileHash: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    leasedUntil: leasedUntil(),
    createdAt: createdAt(),
    decidedAt: moment(),
  },
  (t) => [
    index('slips_member').on(t.memberId, t.createdAt, t.id),
    index('slips_status').on(t.status, t.createdAt),
    index('slips_bank_reference').on(slipBankReference(t)),
    index('slips_leased')
      .on(t.leasedUntil)
      .where(sql`${t.status} = 'PENDING'`),
    oneOf('slips_status', t.status, SLIP_STATUSES),
  ],
)

export const trueLinks = pgTable(
  'true_links',
  {
    /** SHA-256 of the gift code: enough to recognise it, useless to a thief. */
    codeHash: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    walletAccountName: text().notNull(),
    amount: satang(),
    status: text({ enum: SLIP_STATUSES }).notNull().default('PENDING'),
    createdAt: createdAt(),
  },
  (t) => [
    index('true_links_member').on(t.memberId, t.createdAt),
    index('true_links_status').on(t.status, t.createdAt),
    oneOf('true_links_status', t.status, SLIP_STATUSES),
  ],
)
