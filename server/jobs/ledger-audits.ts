import { sql } from 'drizzle-orm'
import { type AuditEvent, record } from '../auth/audit-trail.ts'
import { DAY, later, MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { AUDITING } from '../database/advisory-locks.ts'
import { rowsOf, transact } from '../database/query.ts'
import { keepAudit, lastAudit, type LedgerAudit } from '../ledger/audit-results.ts'
import { scheduledJob } from './run-jobs.ts'

type App = Pick<AppContext, 'db' | 'clock' | 'log'>
type By = Pick<AuditEvent, 'actor' | 'from'>

/**
 * Audits the ledger, unless another process is doing so; with `unlessSince` also unless an audit found it correct since then:
 * while payouts are stopped, a repair is noticed soon. The result stops or resumes payouts.
 */
export async function auditBooks(
  { db, clock, log }: App,
  by: By,
  unlessSince?: Date,
): Promise<LedgerAudit | undefined> {
  const audit = await transact(db, async (tx) => {
    const [lock] = await rowsOf<{ taken: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${AUDITING}::bigint) as taken`,
    )
    if (!lock?.taken) return undefined
    const earlier = await lastAudit(tx)
    const isClean = earlier?.problemCount === 0
    if (isClean && unlessSince && earlier.createdAt > unlessSince) return undefined
    // It reads every entry.
    await tx.execute(sql`set local statement_timeout = 0`)
    const now = clock.now()
    const found = await keepAudit(tx, now)
    const was = earlier?.problemCount ?? 0
    const problems = found.problemCount
    if (problems > 0 && was === 0)
      await record(tx, {
        actor: by.actor,
        from: by.from,
        kind: 'payouts-stopped',
        at: now,
        after: { problems },
      })
    if (problems === 0 && was > 0)
      await record(tx, { actor: by.actor, from: by.from, kind: 'payouts-resumed', at: now })
    return found
  })
  if (audit && audit.problemCount > 0)
    log.error('ledger-audit-failed', { problems: audit.problemCount, first: audit.problems })
  else if (audit) log.info('ledger-audited')
  return audit
}

/** Audits the ledger once a day, and each time while the last audit found a problem. */
export const auditLedger = scheduledJob(
  'audit-ledger',
  10 * MINUTE,
  async (app) => void (await auditBooks(app, { actor: 'system' }, later(app.clock.now(), -DAY))),
)
