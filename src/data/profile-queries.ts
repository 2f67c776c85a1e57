import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getProfile } from '#api/contract/account.ts'
import { walletQueryOptions } from './wallet-queries.ts'

/** Who the member is, and their bank account. The wallet carries the same two: what it knows is there at once. */
export function profileQueryOptions(queryClient: QueryClient) {
  const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(walletQueryOptions.queryKey) ?? {}
  return queryOptions({
    queryKey: ['profile'],
    meta: { persist: false },
    queryFn: ({ signal }) => request(getProfile, { signal }),
    staleTime: 5 * 60_000,
    initialData: data && { profile: data.profile, bankAccount: data.bankAccount },
    // By a clock that was set back since, nobody knows how old it is.
    initialDataUpdatedAt: dataUpdatedAt > Date.now() ? 0 : dataUpdatedAt,
  })
}
