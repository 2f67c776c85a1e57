import { MINUTE } from '../clock.ts'
import { listSuspected } from '../deposits/decide-suspected.ts'
import { leaseJob } from './lease.ts'
import type { Job } from './run-jobs.ts'

const NAME = 'report-suspected-transfers'

const maxListed = 20

/** Logs a warning for as long as money waits for a person's decision, because nothing else moves it. */
export const reportSuspectedTransfers: Job = {
  name: NAME,
  lease: leaseJob(NAME, MINUTE),
  work: async ({ db, log }) => {
    const waiting = await listSuspected(db, maxListed)
    if (waiting.length === 0) return
    const ids = waiting.map(({ transfer }) => transfer.id)
    log.warn('transfers-suspected', { ids, since: waiting[0]?.transfer.suspectedAt })
  },
}
