import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listActivity } from '#api/contract/activity.ts'

/** Security events of the account, newest first. Only for a backend that has announced the extension. */
export const activityQueryOptions = infiniteQueryOptions({
  queryKey: ['activity'],
  meta: { persist: false },
  queryFn: ({ pageParam, signal }) =>
    request(listActivity, { params: pageParam === undefined ? {} : { before: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ cursor }) => cursor ?? undefined,
  // Somebody may have tried a password a moment ago.
  staleTime: 0,
})
