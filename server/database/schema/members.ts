import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, moment, newMemberId, oneOf, rowNumber, satang } from '../columns.ts'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { locales } from '#lib/text/locale-codes.ts'

export const members = pgTable(
  'members',
  {
    /** The profile's `_id`; the invite code is `PR` and this. */
    id: text().primaryKey().$defaultFn(newMemberId),
    /** The phone number, digits only. */
    username: text().notNull().unique(),
    name: text().notNull(),
    passwordHash: text().notNull(),
    passwordChangedAt: createdAt(),
    coin: integer().notNull().default(0),
    /** Total satang wagered in games, ever. Bonuses and deposits are measured by its growth. */
    turnover: satang().notNull().default(0),
    status: text({ enum: ['active', 'inactive'] })
      .notNull()
      .default('active'),
    inviteCode: text(),
    invitedBy: text().references((): AnyPgColumn => members.id),
    sourceCode: text(),
    /** Of the usual account; null if nobody has said it. */
    currency: text({ enum: accountCurrencies }).default('BAHT'),
    bankCode: text(),
    bankAccountName: text(),
    bankAccountNo: text(),
    /** When the member last changed bank or account number; null if never. */
    bankChangedAt: moment(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    unique('members_bank_account').on(t.bankCode, t.bankAccountNo),
    index('members_invited_by').on(t.invitedBy, t.createdAt),
    check('members_coin', sql`${t.coin} >= 0`),
    oneOf('members_status', t.status, ['active', 'inactive']),
    oneOf('members_currency', t.currency, accountCurrencies),
  ],
)

/**
 * Every bank account that a member has or had, with its dates. Of those in use, `members` names the usual one, and a trigger there
 * keeps that one here (see the migrations), so that no code that changes an account can skip it. The others are added and removed
 * here (`modules/account/bank-accounts.ts`).
 */
export const memberBankAccounts = pgTable(
  'member_bank_accounts',
  {
    id: rowNumber(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    bankCode: text().notNull(),
    accountNo: text().notNull(),
    accountName: text().notNull(),
    /** Null if nobody has said it. */
    currency: text({ enum: accountCurrencies }),
    validFrom: moment().notNull(),
    /** Null for a current account. */
    validUntil: moment(),
    /** When it was added beside others: withdrawals to it are held for a while from then. Null if it was not. */
    heldFrom: moment(),
  },
  (t) => [
    index('member_bank_accounts_member').on(t.memberId, t.validFrom),
    index('member_bank_accounts_account').on(t.accountNo),
    uniqueIndex('member_bank_accounts_current')
      .on(t.bankCode, t.accountNo)
      .where(sql`${t.validUntil} is null`),
    index('member_bank_accounts_unsaid')
      .on(t.validFrom, t.id)
      .where(sql`${t.currency} is null and ${t.validUntil} is null`),
    oneOf('member_bank_accounts_currency', t.currency, accountCurrencies),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the bearer token; the token itself is not stored. */
    tokenHash: text().primaryKey(),
    /** Its id in the member's list of sessions; grants no access. */
    id: uuid().notNull().unique().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    /** When, where and in which language it was last used; updated every few minutes. */
    lastSeenAt: createdAt(),
    userAgent: text().notNull().default(''),
    /** Only the visible part of the network address: `49.228.x.x`. */
    place: text().notNull().default(''),
    locale: text({ enum: locales }),
    /** The member had not signed in on this device before. */
    isNewDevice: boolean().notNull().default(false),
  },
  (t) => [
    index('sessions_member').on(t.memberId),
    index('sessions_expiry').on(t.expiresAt),
    oneOf('sessions_locale', t.locale, locales),
  ],
)
