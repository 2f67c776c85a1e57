import type { QueryClient } from '@tanstack/react-query'

/**
 * Has an invalidation restart what is loading for the first time, or for no screen. TanStack Query lets these calls go on, and would take
 * an answer from before the change for the newest.
 */
export function restartLoads(client: QueryClient): QueryClient {
  const invalidate = client.invalidateQueries.bind(client)
  client.invalidateQueries = (filters, options) => {
    if (options?.cancelRefetch !== false)
      for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
        if (query.state.data === undefined || !query.isActive()) {
          void query.cancel({ silent: true })
          query.fetch().catch(() => undefined)
        }
    return invalidate(filters, options)
  }
  return client
}
