import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, leasedUntil, moment, oneOf, rowNumber } from '../columns.ts'

export const OTP_PURPOSES = ['register', 'bank-account', 'reset-password', 'withdrawal'] as const

export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: uuid().primaryKey().defaultRandom(),
    otpRef: text().notNull(),
    tokenHash: text().notNull().unique(),
    phone: text().notNull(),
    /** A code sent for one purpose proves nothing for another. */
    purpose: text({ enum: OTP_PURPOSES }).notNull().default('register'),
    codeHash: text().notNull(),
    expiresAt: moment().notNull(),
    wrongCount: integer().notNull().default(0),
    verifiedAt: moment(),
    /** When the verification was used. */
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('otp_challenges_phone').on(t.phone, t.createdAt),
    oneOf('otp_challenges_purpose', t.purpose, OTP_PURPOSES),
  ],
)

export const rateLimits = pgTable(
  'rate_limits',
  { key: text().primaryKey(), count: integer().notNull(), resetAt: moment().notNull() },
  (t) => [index('rate_limits_reset').on(t.resetAt)],
)

/**
 * The SMS that tell members of changes to their accounts, each written in the transaction of the change. They hold no codes: an SMS
 * with a code is sent at once, while the member waits for it.
 */
export const smsToSend = pgTable(
  'sms_to_send',
  {
    id: uuid().primaryKey().defaultRandom(),
    phone: text().notNull(),
    text: text().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
    leasedUntil: leasedUntil(),
    /** When the gateway took it, or it was given up. */
    doneAt: moment(),
  },
  (t) => [
    index('sms_to_send_waiting')
      .on(t.leasedUntil)
      .where(sql`${t.doneAt} is null`),
    index('sms_to_send_done')
      .on(t.doneAt)
      .where(sql`${t.doneAt} is not null`),
  ],
)

/** The messages that the sandbox's SMS gateway "sent". */
export const smsMessages = pgTable(
  'sms_messages',
  { id: rowNumber(), phone: text().notNull(), text: text().notNull(), createdAt: createdAt() },
  (t) => [index('sms_messages_phone').on(t.phone, t.id)],
)

/**
 * One row per Idempotency-Key: the call and its first answer. The answer is deleted after a day; the row stays for ever,
 * because a used key must never be performed again; refusals are few (`countRefusal`). Named `acts` on the wire and in the database.
 */
export const operations = pgTable(
  'acts',
  {
    /** The member's id; `visitor` for a call that needs no member. */
    owner: text().notNull(),
    key: text().notNull(),
    call: text().notNull(),
    /** Empty once the answer is deleted, because a hash could be used to guess a short body. */
    bodyHash: text().notNull(),
    status: text({ enum: ['running', 'done', 'failed'] }).notNull(),
    httpStatus: integer(),
    /** The body as it was sent, byte for byte, encrypted; null once it is too old to be repeated. */
    reply: text(),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.owner, t.key] }),
    // It names only columns that no answer changes, so that writing an answer touches no index.
    index('acts_kept')
      .on(t.createdAt)
      .where(sql`${t.bodyHash} <> ''`),
    oneOf('acts_status', t.status, ['running', 'done', 'failed']),
  ],
)
