import type { AppContext } from '../../context.ts'
import { areMigrationsDone } from '../../database/migrations-done.ts'
import { describeError } from '../../log.ts'

export interface Readiness {
  status: 'ready' | 'stopping' | 'database-unreachable' | 'not-migrated'
}

/** For proxies: whether this process should be sent requests now. */
export async function checkReadiness({
  db,
  log,
  state,
}: Pick<AppContext, 'db' | 'log' | 'state'>): Promise<Readiness> {
  if (state.isStopping) return { status: 'stopping' }
  try {
    return { status: (await areMigrationsDone(db)) ? 'ready' : 'not-migrated' }
  } catch (error) {
    log.error('database-unreachable', describeError(error))
    return { status: 'database-unreachable' }
  }
}
