import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { createdAt, leasedUntil, moment, oneOf, satang } from '../columns.ts'
import { members } from './members.ts'

export const WITHDRAWAL_STATUSES = ['pending', 'settled', 'refused', 'cancelled'] as const

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    amount: satang().notNull(),
    fee: satang().notNull().default(0),
    // A copy of the account at the request: a later change of the profile must not redirect the money.
    bankCode: text().notNull(),
    bankAccountName: text().notNull(),
    bankAccountNo: text().notNull(),
    /** A trigger copies it from the account (see the migrations); null until somebody says it (`set-currency.ts`). */
    currency: text({ enum: accountCurrencies }),
    status: text({ enum: WITHDRAWAL_STATUSES }).notNull().default('pending'),
    reason: text(),
    leasedUntil: leasedUntil(),
    /**
     * When the payout began to be handed to the bank: from then on the bank may have it, and the member can no longer cancel. Null
     * while it waits.
     */
    takenAt: moment(),
    /** When the bank took the order; null while it has to be handed over. */
    handedAt: moment(),
    createdAt: createdAt(),
    decidedAt: moment(),
    /** When the bank first contradicted the books: it paid what was given back, or did not pay what counts as paid. */
    contradictedAt: moment(),
    /** When staff noted how they settled the contradiction. */
    notedAt: moment(),
  },
  (t) => [
    index('withdrawals_member').on(t.memberId, t.createdAt, t.id),
    index('withdrawals_status').on(t.status, t.createdAt),
    index('withdrawals_to_hand')
      .on(t.leasedUntil)
      .where(sql`${t.status} = 'pending' and ${t.handedAt} is null`),
    index('withdrawals_contradicted')
      .on(t.contradictedAt, t.id)
      .where(sql`${t.contradictedAt} is not null and ${t.notedAt} is null`),
    check('withdrawals_noted', sql`${t.notedAt} is null or ${t.contradictedAt} is not null`),
    check('withdrawals_amount', sql`${t.amount} > 0 and ${t.fee} >= 0`),
    oneOf('withdrawals_currency', t.currency, accountCurrencies),
    oneOf('withdrawals_status', t.status, WITHDRAWAL_STATUSES),
  ],
)
