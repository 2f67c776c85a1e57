import { appVersion } from '#lib/version.ts'
import type { AppContext } from '../../context.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'

export interface Health {
  status: 'ok' | 'failing'
  database: 'ok' | 'failing'
  /** `stopped`: the last ledger audit found a problem, and nothing is paid out until one finds none. */
  payouts: 'ok' | 'stopped' | 'unknown'
  version: string
}

/** For monitoring: whether the server can do its work. */
export async function checkHealth({ db, log }: AppContext): Promise<Health> {
  try {
    const payouts = (await arePayoutsStopped(db)) ? 'stopped' : 'ok'
    return { status: 'ok', database: 'ok', payouts, version: appVersion }
  } catch (error) {
    log.error('database-unreachable', describeError(error))
    return { status: 'failing', database: 'failing', payouts: 'unknown', version: appVersion }
  }
}
