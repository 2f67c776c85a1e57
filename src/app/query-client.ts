import { MutationCache, QueryCache, type QueryClient } from '@tanstack/react-query'
import { toApiError } from '#api/api-error.ts'
import { AppQueryClient } from '#data/app-query-client.ts'
import type { Persist } from '#data/persisted.ts'
import { handleError } from '#errors/handle-error.ts'
import { store } from '#lib/store.ts'
import { unreachableAtom } from '#pwa/use-connection.ts'
import { nextPaint } from './next-paint.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `persist` declares whether a query's data survives a closed tab and is available offline. */
    queryMeta: { persist: Persist | false }
    /** A mutation's failure becomes a toast or dialog, unless its screen shows it itself. */
    mutationMeta: { silent?: boolean }
  }
}

export function createQueryClient(): QueryClient {
  return new AppQueryClient({
    queryCache: new QueryCache({
      // Quiet, because the query's screen shows the failure.
      onError: (error) => handleError(error, { quiet: true }),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => handleError(error, { quiet: meta?.silent }),
    }),
    defaultOptions: {
      queries: {
        // A query paused by `online` mode would show nothing; one that fails can show why, beside its earlier data.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < 1 && isRetryable(error),
        // Sending takes milliseconds on a slow phone, so a query is sent after the frame that answers the tap.
        persister: (ask, context) => nextPaint().then(() => ask(context)),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Whether a query that failed like this may succeed a moment later. */
function isRetryable(error: unknown): boolean {
  const { kind } = toApiError(error)
  return (kind === 'offline' || kind === 'broken') && !store.get(unreachableAtom)
}
