import { appVersion } from '#lib/version.ts'
import type { AppContext } from '../../context.ts'
import { arePayoutsStopped } from '../../ledger/audit-results.ts'
import { describeError } from '../../log.ts'

export interface Health {
  status: 'ok' | 'failing'
  database: 'ok' | 'failing'
  /** Stopped: the last audit of the books found something wrong, and nothing is paid out until one finds nothing. */
  payouts: 'ok' | 'stopped' | 'unknown'
  version: string
}

/** For whoever watches the server: whether it can do its work. */
export async function checkHealth({ db, log }: AppContext): Promise<Health> {
  try {
    const payouts = (await arePayoutsStopped(db)) ? 'stopped' : 'ok'
    return { status: 'ok', database: 'ok', payouts, version: appVersion }
  } catch (error) {
    log.error('database-unreachable', describeError(error))
    return { status: 'failing', database: 'failing', payouts: 'unknown', version: appVersion }
  }
}
