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
  // It would take the earlier events away from under a reader who comes back.
  refetchOnWindowFocus: false,
})

/** Fetches earlier events, and appends them to those shown. Without `useInfiniteQuery`, which the build would add to every page's first load. */
export function useEarlierActivity(before: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request(listActivity, { params: { before } }),
    onSuccess: ({ events, cursor }) =>
      queryClient.setQueryData(
        activityQueryOptions.queryKey,
        (shown) => shown && { events: [...shown.events, ...events], cursor },
      ),
  })
}
