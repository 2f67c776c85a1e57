import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * An invalidation also restarts what is loading for the first time, or for no screen. TanStack Query lets these calls go on, and would take
 * an answer from before the change for the newest.
 */
export class AppQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    if (options?.cancelRefetch !== false)
      for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
        if (query.state.data === undefined || !query.isActive()) {
          void query.cancel({ silent: true })
          query.fetch().catch(() => undefined)
        }
    return super.invalidateQueries(filters, options)
  }
}
