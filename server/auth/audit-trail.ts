import type { AccountCurrency } from '#lib/payments/account-currencies.ts'
import type { Database } from '../database/database.ts'
import { type AUDIT_ACTORS, auditEvents } from '../database/schema/audit.ts'

interface BankAccount {
  bankCode: string | null
  bankAccountName: string | null
  bankAccountNo: string | null
  /** Null if nobody has said it. */
  currency: AccountCurrency | null
}

/** The number of times within the hour, including this one. Of many repeats only some are recorded. */
interface Times {
  times: number
}

/** Every kind of event with its data, which never contains a password, a code or a token. Amounts are in satang. */
interface AuditKinds {
  registered: { after: BankAccount }
  'signed-in': { after: { newDevice: boolean } }
  'sign-in-failed': { after: Times & { reason: 'wrong' | 'inactive' | 'too-many' } }
  'signed-out': object
  /** The member has ended sessions of other devices. */
  'sessions-ended': { after: { ended: number } }
  'password-changed': object
  'password-refused': { after: Times }
  'password-reset': object
  'passkey-added': object
  'passkey-removed': object
  'name-changed': { before: { name: string }; after: { name: string } }
  'bank-account-changed': { before: BankAccount; after: BankAccount }
  'bank-account-added': { after: BankAccount }
  'bank-account-chosen': { after: BankAccount }
  'bank-account-removed': { after: BankAccount }
  'bank-account-refused': { after: Times & BankAccount }
  /** An operator has said the currency of an account, of which nobody had. The subject is the account, or a payout that waited for it. */
  'account-currency-set': { after: BankAccount }
  'code-blocked': { after: Times & { purpose: string } }
  'console-opened': object
  'console-refused': { after: Times }
  'withdrawal-cancelled': { after: { amount: number } }
  /** `by`: who refused it, `bank` or `staff`. */
  'withdrawal-decided': { after: { status: string; amount: number; reason?: string; by?: string } }
  /** The bank's answer contradicts how the withdrawal ended in the books. */
  'payout-contradicted': {
    before: { status: string }
    after: { status: string; amount: number; reason?: string }
  }
  /** An operator has settled that with the bank and the member, outside the books. */
  'payout-contradiction-noted': { before: { status: string; amount: number }; after: { reason: string } }
  /** An operator stops a payout from being handed over, to ask the bank about it, until it is decided or the inquiry ends. */
  'payout-inquiry-begun': { after: { until: string } }
  'payout-inquiry-ended': object
  /** `isCredited`: false if its transfer was credited before, by another slip or report. */
  'slip-decided': { after: { status: string; amount?: number; isCredited?: boolean; note?: string } }
  'gift-decided': { after: { outcome: string; amount: number | null } }
  'late-payment-credited': { after: { amount: number; transfer: string } }
  /** The decision on a suspected duplicate: `transfer` is the credited transfer that it is, or those that it is not. */
  'suspected-duplicate-decided': {
    before: { reference: string; ownReference: string | null; amount: number }
    after: { verdict: 'same' | 'another'; transfer: string[] }
  }
  /** A report shows that a payment, which waited for staff as this member's, is `transfer`: another member's. */
  'transfer-found-elsewhere': {
    before: { reference: string; ownReference: string | null; amount: number }
    after: { transfer: string }
  }
  /** A report shows that two transfers, each credited or sent back, are one. The subject is what is kept of it for staff. */
  'transfer-paid-twice': {
    after: {
      transfers: { id: string; reference: string; amount: number; end: 'credited' | 'returned' }[]
    }
  }
  /** An operator has noted how a transfer that was paid twice was settled outside the books. */
  'transfer-paid-twice-noted': { before: { transfer: string[] }; after: { reason: string } }
  /**
   * The decision on a transfer that was kept without a member: `transfer` are those that it may be, as the operator has seen. `released`:
   * the claim for this member was taken back.
   */
  'unclaimed-transfer-decided': {
    before: { reference: string; amount: number }
    after: { verdict: string; transfer?: string[] }
  }
  /** The decision on a transfer that its provider did not cancel. */
  'stuck-transfer-decided': { before: { amount: number }; after: { verdict: string } }
  /**
   * An operator ended a QR code, or a migration ended a late one of which no payment waits. `transfer`: the ids of the transfers that
   * paid it.
   */
  'qr-ended': object | { before: { status: 'late' }; after: { status: string; transfer: string[] } }
  /** The subject is kind and period; null stands for no limit. `asked`: for a higher one, which waits for a second yes. */
  'limit-changed': { before: { amount: number | null }; after: { amount: number | null; asked: boolean } }
  'break-taken': { after: { kind: string; until: string; devices: number } }
  /** Somebody wanted to register by the phone, the bank account or the device of a member who has a break, or to be paid to that account. */
  'registration-refused': { after: Times & { by: 'phone' | 'bank-account' | 'device' } }
  /** `fromGames`: what of the amount games had to pay first. `takenBack`: the reward of a bonus that was not played. */
  'owed-paid-out': { after: { amount: number; fromGames: number; takenBack?: number } }
  /** Money arrived beyond what the member's own limit would have allowed to ask for. */
  'deposit-over-limit': { after: { amount: number; period: string } }
  'transfer-reported': { after: { outcome: string; channel: string; amount: number } }
  'setting-changed': { before: unknown; after: unknown }
  /** The ledger audit has found problems, or none any more: `problems` is their number. */
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
    /** `stranger` is a caller who is not signed in. */
    actor: (typeof AUDIT_ACTORS)[number]
    /** Left out for jobs. */
    from?: RequestSource | undefined
    memberId?: string | undefined
    subject?: string
  } & AuditKinds[K]
}[Kind]

/** The member who makes a call, as the actor of what it changes. */
export const byMember = (context: RequestSource & { member: { id: string } }) =>
  ({ actor: 'member', memberId: context.member.id, from: context }) as const

/** Records one event permanently. `db` is the transaction of the change, so that neither is committed without the other. */
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
    userAgent: from?.userAgent || undefined,
    before: 'before' in event ? event.before : undefined,
    after: 'after' in event ? event.after : undefined,
  })
}

/** Only the device's id: the signatures after it in the cookie are credentials and are not recorded. */
export const deviceOf = (cookie: string | undefined): string | undefined =>
  /^[\w-]{22}(?=\.|$)/u.exec(cookie ?? '')?.[0]
