import { isNull, sql } from 'drizzle-orm'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { finishProviderTransfer, LEASE } from '../modules/transfer/finish-transfer.ts'
import { lanesOf, leaseRows } from './lease.ts'
import type { Job } from './run-jobs.ts'

const transfers = {
  table: providerTransfers,
  key: providerTransfers.id,
  waiting: () => isNull(providerTransfers.stuckAt),
  limit: 10,
  lease: LEASE,
  // A game that is silent holds up its own alone. Those of several games share a lane: any of theirs may be the silent one, and a lane
  // for each combination would ask it without a limit.
  lane: sql`case jsonb_array_length(${providerTransfers.moves}) when 1
    then ${providerTransfers.moves} -> 0 ->> 'gameCode' else 'several' end`,
}

/** Finishes the transfers that nobody works on: their process died, or their provider has not answered. */
export const finishProviderTransfers: Job = {
  name: 'finish-provider-transfers',
  lanes: lanesOf(transfers),
  lease: leaseRows(transfers),
  work: async (app, id) => void (await finishProviderTransfer(app, id)),
}
