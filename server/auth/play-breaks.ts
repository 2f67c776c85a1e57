import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { onlyRow } from '../database/query.ts'
import { playBreakDevices, playBreaks } from '../database/schema/limits.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { memberBankAccounts } from '../database/schema/members.ts'
import { deviceOf } from './audit-trail.ts'

export type PlayBreak = Pick<typeof playBreaks.$inferSelect, 'memberId' | 'kind' | 'endsAt'>

const columns = { memberId: playBreaks.memberId, kind: playBreaks.kind, endsAt: playBreaks.endsAt }

/** The break that the member has now: of several, the one that ends last. */
export async function findBreak(db: Database, memberId: string, now: Date): Promise<PlayBreak | undefined> {
  const [found] = await db
    .select(columns)
    .from(playBreaks)
    .where(and(eq(playBreaks.memberId, memberId), gt(playBreaks.endsAt, now)))
    .orderBy(desc(playBreaks.endsAt))
    .limit(1)
  return found
}

/** The break of a member who had signed in on the device of this cookie before taking the break. */
export async function findBreakOfDevice(
  db: Database,
  cookie: string | undefined,
  now: Date,
): Promise<PlayBreak | undefined> {
  const device = deviceOf(cookie)
  if (device === undefined) return undefined
  const [found] = await db
    .select(columns)
    .from(playBreakDevices)
    .innerJoin(playBreaks, eq(playBreaks.id, playBreakDevices.breakId))
    .where(and(eq(playBreakDevices.device, device), gt(playBreaks.endsAt, now)))
    .orderBy(desc(playBreaks.endsAt))
    .limit(1)
  return found
}

/** The break of a member who has or had this bank account. */
export async function findBreakOfBankAccount(
  db: Database,
  { bankCode, bankAccountNo }: { bankCode: string; bankAccountNo: string },
  now: Date,
): Promise<PlayBreak | undefined> {
  const [found] = await db
    .select(columns)
    .from(memberBankAccounts)
    .innerJoin(playBreaks, eq(playBreaks.memberId, memberBankAccounts.memberId))
    .where(
      and(
        eq(memberBankAccounts.accountNo, bankAccountNo),
        eq(memberBankAccounts.bankCode, bankCode),
        gt(playBreaks.endsAt, now),
      ),
    )
    .orderBy(desc(playBreaks.endsAt))
    .limit(1)
  return found
}

/** How many of the member's last sign-ins name the devices that a break is held against. */
const SIGN_INS = 500

/** Begins a break, held against every device that the member has signed in on. Returns how many those are. */
export async function beginBreak(
  db: Database,
  { memberId, kind, startsAt, endsAt }: PlayBreak & { startsAt: Date },
  cookie: string | undefined,
): Promise<number> {
  const row = onlyRow(
    await db.insert(playBreaks).values({ memberId, kind, startsAt, endsAt }).returning({ id: playBreaks.id }),
  )
  const signIns = await db
    .select({ device: sql<string>`${auditEvents.device}` })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.memberId, memberId),
        eq(auditEvents.kind, 'signed-in'),
        sql`${auditEvents.device} is not null`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(SIGN_INS)
  const here = deviceOf(cookie)
  const devices = new Set([...signIns.map(({ device }) => device), ...(here === undefined ? [] : [here])])
  if (devices.size > 0)
    await db.insert(playBreakDevices).values([...devices].map((device) => ({ device, breakId: row.id })))
  return devices.size
}
