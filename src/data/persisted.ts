import type * as v from 'valibot'
import { maxKeptMs } from '#lib/network/cache-buster.ts'

/** How a query's data is restored from the browser's storage. */
export interface Persist {
  /** Stored data that does not match this schema is dropped. */
  schema: v.GenericSchema
  /**
   * True for data that no money operation changes, such as the site's settings: restored, it is fresh for its `staleTime`.
   * Other data is restored as invalidated, so it is shown and refetched.
   */
  isLookup: boolean
}

/**
 * Options of a query whose data survives a closed tab; the query must also be listed in `query-persistence.ts`. `gcTime` is
 * as long as the copy is valid, because a query that is garbage-collected is removed from the copy too.
 */
export function persisted(schema: v.GenericSchema, { isLookup = false } = {}) {
  return { gcTime: maxKeptMs, meta: { persist: { schema, isLookup } satisfies Persist } }
}
