import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getProfile } from '#api/contract/profile.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'

/** The member's profile and bank account. The wallet's reply contains both, so they are the initial data. */
export function profileQueryOptions(queryClient: QueryClient) {
  const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(walletQueryOptions.queryKey) ?? {}
  return queryOptions({
    queryKey: ['profile'],
    meta: { persist: false },
    queryFn: ({ signal }) => request(getProfile, { signal }),
    staleTime: 5 * 60_000,
    initialData: data && { profile: data.profile, bankAccount: data.bankAccount },
    // After the clock was set back, the age is unknown.
    initialDataUpdatedAt: dataUpdatedAt > Date.now() ? 0 : dataUpdatedAt,
  })
}
