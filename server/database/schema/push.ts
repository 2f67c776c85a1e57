import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { pushTopics } from '#lib/network/push-message.ts'
import { createdAt, leasedUntil, moment, oneOf, satang } from '../columns.ts'
import { locales } from '#lib/text/locale-codes.ts'
import { members, sessions } from './members.ts'

/** A browser that gets notifications, as long as its session lasts: however that ends, the row goes with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    session: text()
      .notNull()
      .unique()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    locale: text({ enum: locales }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('push_subscriptions_member').on(t.memberId, t.createdAt),
    oneOf('push_subscriptions_locale', t.locale, locales),
  ],
)

/** A member without a row has the defaults. */
export const pushPreferences = pgTable('push_preferences', {
  memberId: text()
    .primaryKey()
    .references(() => members.id),
  deposit: boolean().notNull().default(true),
  withdrawal: boolean().notNull().default(true),
  chat: boolean().notNull().default(true),
  device: boolean().notNull().default(true),
  amounts: boolean().notNull().default(false),
  quietFrom: text().notNull().default(''),
  quietUntil: text().notNull().default(''),
})

/**
 * Messages to send, each written in the transaction of the event that it reports. The subscription is no foreign key: a sign-out at the
 * same time would otherwise fail the transaction that moves the money.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    subscription: uuid().notNull(),
    event: text({ enum: pushTopics }).notNull(),
    /** The event's name: each subscription gets one message about it. */
    tag: text().notNull(),
    amount: satang(),
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
    leasedUntil: leasedUntil(),
    doneAt: moment(),
  },
  (t) => [
    unique('push_messages_once').on(t.subscription, t.tag),
    index('push_messages_waiting')
      .on(t.leasedUntil)
      .where(sql`${t.doneAt} is null`),
    index('push_messages_created').on(t.createdAt),
    oneOf('push_messages_event', t.event, pushTopics),
  ],
)
