import { appVersion } from '#lib/version.ts'
import type { AppContext } from '../../context.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'

export interface Health {
  status: 'ok' | 'failing'
  database: 'ok' | 'failing'
  /** `stopped`: nothing is paid out, because the last ledger audit found a problem, or the setting says so. */
  payouts: 'ok' | 'stopped' | 'unknown'
  /** `away`: it cannot be reached, or is silent, and each process serves its own apps. Missing where there is none. */
  redis?: 'ok' | 'away' | undefined
  version: string
}

/** For monitoring: whether the server can do its work. */
export async function checkHealth(app: Pick<AppContext, 'config' | 'db' | 'log' | 'state'>): Promise<Health> {
  const { log, state } = app
  const rest = { redis: state.isRedisUp && (state.isRedisUp() ? 'ok' : 'away'), version: appVersion } as const
  try {
    const payouts = (await arePayoutsStopped(app)) ? 'stopped' : 'ok'
    return { status: 'ok', database: 'ok', payouts, ...rest }
  } catch (error) {
    log.error('database-unreachable', describeError(error))
    return { status: 'failing', database: 'failing', payouts: 'unknown', ...rest }
  }
}
