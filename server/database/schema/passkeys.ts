import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf } from '../columns.ts'
import { members } from './members.ts'

/** The purposes of a challenge. An answer for one proves nothing for another. */
export const PASSKEY_PURPOSES = ['add', 'sign-in', 'confirm', 'unlock'] as const

export const passkeys = pgTable(
  'passkeys',
  {
    /** Its id in the member's list; grants no access. */
    id: uuid().primaryKey().defaultRandom(),
    memberId: text()
      .notNull()
      .references(() => members.id),
    /** As the authenticator chose it, in base64url. */
    credentialId: text().notNull().unique(),
    /** The COSE key in base64url. */
    publicKey: text().notNull(),
    /** How many signatures the authenticator says it has made; 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How a browser reaches the authenticator: `internal`, `hybrid`. */
    transports: text().array().notNull(),
    /** The devices' maker copies it to the member's other devices. */
    isSynced: boolean().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
  },
  (t) => [index('passkeys_member').on(t.memberId, t.createdAt)],
)

/** Challenges that wait for an answer; the first answer deletes its challenge. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: PASSKEY_PURPOSES }).notNull(),
    /** The member who may answer; null for a sign-in, whose answer names the member. */
    memberId: text(),
    /** The origin of the page that asked for it. */
    origin: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    index('passkey_challenges_expiry').on(t.expiresAt),
    oneOf('passkey_challenges_purpose', t.purpose, PASSKEY_PURPOSES),
  ],
)
