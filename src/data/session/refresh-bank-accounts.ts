import type { QueryClient } from '@tanstack/react-query'
import { withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { bankAccountsQueryOptions } from './bank-account-queries.ts'
import { profileQueryOptions } from './profile-queries.ts'

/** Fetches again whatever shows a bank account. */
export function refreshBankAccounts(queryClient: QueryClient): Promise<unknown> {
  const shown = [bankAccountsQueryOptions, profileQueryOptions(queryClient), withdrawLimitsQueryOptions]
  return Promise.all(shown.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}
