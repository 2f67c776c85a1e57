import { desc } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import type { Database, Transaction } from '../database/database.ts'
import { onlyRow } from '../database/query.ts'
import { ledgerAudits } from '../database/schema/ledger.ts'
import { auditLedger } from './audit.ts'

export type LedgerAudit = typeof ledgerAudits.$inferSelect

/** The maximum number of problems stored as texts; after a repair the ledger is audited again. */
const MAX_WORDS = 20

/** Audits the ledger and stores the result. */
export async function keepAudit(tx: Transaction, now: Date): Promise<LedgerAudit> {
  const problems = await auditLedger(tx)
  const found = { createdAt: now, problemCount: problems.length, problems: problems.slice(0, MAX_WORDS) }
  const kept = onlyRow(await tx.insert(ledgerAudits).values(found).returning())
  return kept
}

export async function lastAudit(db: Database): Promise<LedgerAudit | undefined> {
  const [last] = await db.select().from(ledgerAudits).orderBy(desc(ledgerAudits.id)).limit(1)
  return last
}

/** Whether the last audit found problems, which stops payouts until one finds none. */
export async function areBooksWrong(db: Database): Promise<boolean> {
  return ((await lastAudit(db))?.problemCount ?? 0) > 0
}

/** Whether nothing is handed to the bank: the books are wrong, or the setting says so. */
export async function arePayoutsStopped({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<boolean> {
  // Query even with payouts off, so that an unreachable database throws.
  return (await areBooksWrong(db)) || !config.payouts
}

/**
 * As `arePayoutsStopped`, for code about to hand over a payout. Only wrong books are logged each time: the start has logged once that the
 * operator has stopped payouts (`payouts-off`).
 */
export async function refusesPayouts(
  { config, db, log }: Pick<AppContext, 'config' | 'db' | 'log'>,
  payout?: { withdrawal: string },
): Promise<boolean> {
  if (!(await areBooksWrong(db))) return !config.payouts
  log.error('payouts-stopped', payout)
  return true
}
