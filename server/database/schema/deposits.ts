import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, satang } from '../columns.ts'
import { members } from './members.ts'

export const QR_CHANNELS = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'] as const
export const QR_STATUSES = ['waiting', 'paid', 'cancelled', 'expired', 'late'] as const
export const SLIP_STATUSES = ['PENDING', 'SUCCESS', 'FAILED'] as const

export const qrCodes = pgTable(
  'qr_codes',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    channel: text({ enum: QR_CHANNELS }).notNull(),
    amount: satang().notNull(),
    reference: text().notNull().unique(),
    /** The text inside the QR. */
    payload: text().notNull(),
    status: text({ enum: QR_STATUSES }).notNull().default('waiting'),
    expiresAt: moment().notNull(),
    paidAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('qr_codes_one_waiting')
      .on(t.memberId, t.channel)
      .where(sql`${t.status} = 'waiting'`),
    index('qr_codes_member').on(t.memberId, t.createdAt.desc()),
    index('qr_codes_waiting').on(t.status, t.expiresAt),
    check('qr_codes_amount', sql`${t.amount} > 0`),
    oneOf('qr_codes_channel', t.channel, QR_CHANNELS),
    oneOf('qr_codes_status', t.status, QR_STATUSES),
  ],
)

/** Money that a bank or payment channel says has come in; its own reference makes it count once. */
export const incomingTransfers = pgTable(
  'incoming_transfers',
  {
    id: uuid().primaryKey().defaultRandom(),
    channel: text().notNull(),
    reference: text().notNull().unique(),
    amount: satang().notNull(),
    fromAccount: text(),
    toAccount: text(),
    /** Null until somebody's wallet got it. */
    memberId: text().references(() => members.id),
    creditedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('incoming_transfers_member').on(t.memberId, t.createdAt.desc()),
    check('incoming_transfers_amount', sql`${t.amount} > 0`),
  ],
)

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
    /** Ours: names the upload on the wire. */
    reference: text().notNull().unique(),
    /** The bank's, read from the slip's own QR. */
    bankReference: text(),
    filePath: text().notNull(),
    fileHash: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    createdAt: createdAt(),
    decidedAt: moment(),
  },
  (t) => [
    index('slips_member').on(t.memberId, t.createdAt.desc(), t.id),
    index('slips_status').on(t.status, t.createdAt),
    uniqueIndex('slips_bank_reference_once')
      .on(t.bankReference)
      .where(sql`${t.status} = 'SUCCESS'`),
    oneOf('slips_status', t.status, SLIP_STATUSES),
  ],
)

export const trueLinks = pgTable(
  'true_links',
  {
    /** SHA-256 of the gift code: enough to know it again, useless to a thief. */
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
    index('true_links_member').on(t.memberId, t.createdAt.desc()),
    oneOf('true_links_status', t.status, SLIP_STATUSES),
  ],
)
