import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listActivity } from '#api/contract/activity.ts'

/** Security events of the account, newest first. Only for a backend that has announced the extension. */
export const activityQueryOptions = queryOptions({
  queryKey: ['activity'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(listActivity, { params: {}, signal }),
  // Somebody may have tried a password a moment ago.
  staleTime: 0,
  // Fetching again takes the earlier events away from under a reader.
  refetchOnWindowFocus: ({ state }) => state.data === undefined,
  // A list left by an earlier opening is shown only while nothing newer can be fetched.
  refetchOnReconnect: ({ state }) => state.data === undefined || state.error !== null,
})

/**
 * Fetches the events before a cursor, and appends them if the list still ends there: one that was fetched again meanwhile ends earlier,
 * and events would be missing in between. Without `useInfiniteQuery`, which the build would add to every page's first load.
 */
export function useEarlierActivity() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (before: string) => request(listActivity, { params: { before } }),
    onSuccess: ({ events, cursor }, before) =>
      queryClient.setQueryData(activityQueryOptions.queryKey, (shown) =>
        shown?.cursor === before ? { events: [...shown.events, ...events], cursor } : shown,
      ),
  })
}
