import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getProfile } from '#api/contract/account.ts'
import { walletQueryOptions } from './wallet-queries.ts'

/** Who the member is, and their bank account. The wallet carries the same two, so what it knows is shown at once. */
export const profileQueryOptions = (queryClient: QueryClient) => {
  const wallet = queryClient.getQueryState(walletQueryOptions.queryKey)
  return queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => request(getProfile, { signal }),
    staleTime: 5 * 60_000,
    initialData: () => wallet?.data && { profile: wallet.data.profile, bankAccount: wallet.data.bankAccount },
    // By a clock that was set back since it is of no known age.
    initialDataUpdatedAt: () => (wallet && wallet.dataUpdatedAt > Date.now() ? 0 : wallet?.dataUpdatedAt),
  })
}
