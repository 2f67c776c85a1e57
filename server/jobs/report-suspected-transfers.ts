import type { AppContext } from '../context.ts'
import { listSuspected } from '../deposits/decide-suspected.ts'
import { describeError } from '../log.ts'

const maxListed = 20

/** Logs an error for as long as money waits for a person's decision, because nothing else moves it. Never throws. */
export async function reportSuspectedTransfers({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  try {
    const waiting = await listSuspected(db, maxListed)
    if (waiting.length === 0) return
    const ids = waiting.map(({ transfer }) => transfer.id)
    log.warn('transfers-suspected', { ids, since: waiting[0]?.transfer.suspectedAt })
  } catch (error) {
    log.error('suspected-transfers-not-read', describeError(error))
  }
}
