import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, oneOf, rowNumber } from '../columns.ts'

export const AUDIT_ACTORS = ['member', 'operator', 'system', 'stranger'] as const

/**
 * Events: who did what, from where, with the values before and after. Rows are only ever added: a trigger refuses everything else (see
 * the migrations).
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: rowNumber(),
    createdAt: moment().notNull(),
    kind: text().notNull(),
    actor: text({ enum: AUDIT_ACTORS }).notNull(),
    /** The member concerned. No foreign key: its lock would make a failed sign-in wait for the member's running operations. */
    memberId: text(),
    /** Anything else concerned: a withdrawal's id, a slip's reference, a setting's name. */
    subject: text(),
    address: text(),
    device: text(),
    userAgent: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [
    index('audit_events_member').on(t.memberId, t.id),
    index('audit_events_kind').on(t.kind, t.id),
    oneOf('audit_events_actor', t.actor, AUDIT_ACTORS),
  ],
)
