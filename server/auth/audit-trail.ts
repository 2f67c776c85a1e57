import type { Database } from '../database/database.ts'
import { type AUDIT_ACTORS, auditEvents } from '../database/schema/audit.ts'

interface BankAccount {
  bankCode: string | null
  bankAccountName: string | null
  bankAccountNo: string | null
}

/** How often it happened within the hour, this time included. Of many repeats only some are recorded. */
interface Times {
  times: number
}

/** Everything that is written down, and what is kept of it. Never a password, a code or a token. Amounts in satang. */
interface AuditKinds {
  registered: { after: BankAccount }
  'signed-in': { after: { newDevice: boolean } }
  'sign-in-failed': { after: Times & { reason: 'wrong' | 'inactive' | 'too-many' } }
  'signed-out': object
  /** By the member, from another of his devices. */
  'sessions-ended': { after: { ended: number } }
  'password-changed': object
  'password-refused': { after: Times }
  'password-reset': object
  'name-changed': { before: { name: string }; after: { name: string } }
  'bank-account-changed': { before: BankAccount; after: BankAccount }
  'bank-account-refused': { after: Times & BankAccount }
  'code-blocked': { after: Times & { purpose: string } }
  'console-opened': object
  'console-refused': { after: Times }
  'withdrawal-decided': { after: { status: string; amount: number; reason?: string } }
  'slip-decided': { after: { status: string; amount?: number; note?: string } }
  'gift-decided': { after: { amount: number | null } }
  'late-payment-credited': { after: { amount: number } }
  /** What may be the same money as a credited transfer: `transfer` is the credited one that it is, or those that it is not. */
  'suspected-duplicate-decided': {
    before: { reference: string; ownReference: string | null; amount: number }
    after: { verdict: 'same' | 'another'; transfer: string[] }
  }
  'qr-ended': object
  'transfer-reported': { after: { outcome: string; channel: string; amount: number } }
  'setting-changed': { before: unknown; after: unknown }
  /** The books are not right, or right again: `problems` is how many there are. */
  'payouts-stopped': { after: { problems: number } }
  'payouts-resumed': object
  'switch-turned': { after: { armed: boolean } }
  'spin-aimed': { after: { slice: string } }
}

export type AuditKind = keyof AuditKinds

/** Where a request came from. The device cookie is as received, unverified. */
export interface RequestSource {
  address: string
  deviceCookie: string | undefined
  userAgent: string
}

export type AuditEvent<Kind extends AuditKind = AuditKind> = {
  [K in Kind]: {
    kind: K
    /** The server's clock. */
    at: Date
    /** `stranger`: a caller who is not signed in. */
    actor: (typeof AUDIT_ACTORS)[number]
    /** Left out for what a job does by itself. */
    from?: RequestSource | undefined
    memberId?: string | undefined
    subject?: string
  } & AuditKinds[K]
}[Kind]

/** Records one event for good. `db` is the transaction of the change, so that neither is committed without the other. */
export async function record(db: Database, event: AuditEvent): Promise<void> {
  const { kind, at, actor, from, memberId, subject } = event
  await db.insert(auditEvents).values({
    kind,
    createdAt: at,
    actor,
    memberId,
    subject,
    address: from?.address,
    device: deviceOf(from?.deviceCookie),
    userAgent: shortened(from?.userAgent),
    before: 'before' in event ? event.before : undefined,
    after: 'after' in event ? event.after : undefined,
  })
}

/** The device's id alone: the signatures after it in the cookie are credentials and are not recorded. */
const deviceOf = (cookie: string | undefined): string | undefined =>
  /^[\w-]{22}(?=\.|$)/u.exec(cookie ?? '')?.[0]

const shortened = (userAgent: string | undefined): string | undefined =>
  userAgent?.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200) || undefined
