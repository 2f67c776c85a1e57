import { isNull } from 'drizzle-orm'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { finishProviderTransfer, LEASE } from '../modules/transfer/provider-transfers.ts'
import { leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

/** Finishes the transfers that nobody works on: their process died, or their provider has not answered. */
export const finishProviderTransfers: Job = {
  name: 'finish-provider-transfers',
  lease: leaseRows({
    table: providerTransfers,
    key: providerTransfers.id,
    waiting: () => isNull(providerTransfers.stuckAt),
    limit: 10,
    lease: LEASE,
  }),
  work: async (app, id) => void (await finishProviderTransfer(app, id)),
}
