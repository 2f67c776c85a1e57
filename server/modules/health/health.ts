import { appVersion } from '#lib/version.ts'
import type { AppContext } from '../../context.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'

export interface Health {
  status: 'ok' | 'failing'
  database: 'ok' | 'failing'
  /** `stopped`: the last ledger audit found a problem, and nothing is paid out until one finds none. */
  payouts: 'ok' | 'stopped' | 'unknown'
  /** `away`: it cannot be reached, or is silent, and each process serves its own apps. Missing where there is none. */
  redis?: 'ok' | 'away' | undefined
  version: string
}

/** For monitoring: whether the server can do its work. */
export async function checkHealth({
  db,
  log,
  state,
}: Pick<AppContext, 'db' | 'log' | 'state'>): Promise<Health> {
  const rest = { redis: state.isRedisUp && (state.isRedisUp() ? 'ok' : 'away'), version: appVersion } as const
  try {
    const payouts = (await arePayoutsStopped(db)) ? 'stopped' : 'ok'
    return { status: 'ok', database: 'ok', payouts, ...rest }
  } catch (error) {
    log.error('database-unreachable', describeError(error))
    return { status: 'failing', database: 'failing', payouts: 'unknown', ...rest }
  }
}
