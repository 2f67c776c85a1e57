import { isNull, sql } from 'drizzle-orm'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { finishProviderTransfer, LEASE } from '../modules/transfer/provider-transfers.ts'
import { lanesOf, leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

const transfers = {
  table: providerTransfers,
  key: providerTransfers.id,
  waiting: () => isNull(providerTransfers.stuckAt),
  limit: 10,
  lease: LEASE,
  // All of its games: any of them may be the silent one, and those that another transfer needs may not be.
  lane: sql`jsonb_path_query_array(${providerTransfers.moves}, '$[*].gameCode')::text`,
}

/** Finishes the transfers that nobody works on: their process died, or their provider has not answered. */
export const finishProviderTransfers: Job = {
  name: 'finish-provider-transfers',
  lanes: lanesOf(transfers),
  lease: leaseRows(transfers),
  work: async (app, id) => void (await finishProviderTransfer(app, id)),
}
