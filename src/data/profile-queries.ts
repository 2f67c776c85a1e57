import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getProfile } from '#api/contract/account.ts'
import { lastSync, lastWallet } from './wallet-queries.ts'

/** Who the member is, and their bank account. */
export const profileQueryOptions = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => request(getProfile, { signal }),
  staleTime: 5 * 60_000,
  // The wallet carries the same two.
  initialData: () => {
    const wallet = lastWallet()
    return wallet && { profile: wallet.profile, bankAccount: wallet.bankAccount }
  },
  initialDataUpdatedAt: () => {
    const at = lastSync()
    // By a clock that was set back since.
    return at && at > Date.now() ? 0 : at
  },
})
