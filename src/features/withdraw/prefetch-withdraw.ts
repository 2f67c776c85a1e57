import type { QueryClient } from '@tanstack/react-query'
import { bankAccountsQueryOptions } from '#data/session/bank-account-queries.ts'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { withdrawLimitsQueryOptions } from '#data/site/site-config-queries.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { AccountChoice } from './lazy-account-choice.ts'
import { CancelButton } from './lazy-cancel-button.ts'
import { withdrawalRowsQueryOptions } from './use-withdrawal-rows.ts'

/** What is known already is enough to begin with: the open sheet asks for it again. */
const staleTime = Infinity

/**
 * Prefetches all that the sheet waits for, because it is prerendered where nothing is fetched. Only the limits are necessary; without
 * the others it opens as well.
 */
export async function prefetchWithdraw(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(withdrawLimitsQueryOptions),
    queryClient.prefetchQuery({ ...activeRewardQueryOptions, staleTime }),
    prefetchRows(queryClient),
    hasExtension('bank-accounts') && prefetchAccounts(queryClient),
  ])
}

async function prefetchRows(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...withdrawalRowsQueryOptions, staleTime })
  const data = queryClient.getQueryData(withdrawalRowsQueryOptions.queryKey)
  if (hasExtension('withdrawals') && data?.statements.some(({ withdrawal }) => withdrawal?.mayCancel))
    await CancelButton.fetchFile()
}

async function prefetchAccounts(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...bankAccountsQueryOptions, staleTime })
  const data = queryClient.getQueryData(bankAccountsQueryOptions.queryKey)
  if (data && data.accounts.length > 1) await AccountChoice.fetchFile()
}
