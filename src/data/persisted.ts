import type * as v from 'valibot'
import { maxKeptMs } from '#lib/cache-buster.ts'

/** How a query's data is believed when it comes back from the browser's storage. */
export interface Persist {
  /** The shape of the data; other data is dropped. */
  schema: v.GenericSchema
  /** A change of the member's money leaves it as it is: restored, it is fresh for as long as any answer of its query. */
  isLookup: boolean
}

/**
 * Options of a query whose data survives a closed tab, as far as `query-persistence.ts` finds the query. It stays in memory
 * for as long as its copy is believed, because what leaves the memory leaves the copy.
 */
export function persisted(schema: v.GenericSchema, { isLookup = false } = {}) {
  return { gcTime: maxKeptMs, meta: { persist: { schema, isLookup } satisfies Persist } }
}
