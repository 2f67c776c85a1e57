import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listSessions } from '#api/contract/session.ts'

/** Where the member is signed in. Only for a backend that has announced the extension. */
export const sessionsQueryOptions = queryOptions({
  queryKey: ['sessions'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(listSessions, { signal }),
  // Somebody may have signed in a moment ago.
  staleTime: 10_000,
})

export const refreshSessions = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: sessionsQueryOptions.queryKey })
