import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getWallet, refreshSlots, type UserWallet } from '#api/contract/wallet.ts'
import { readToken } from '#api/token.ts'
import { persisted } from '#data/persisted.ts'
import { markTokenAccepted } from '#data/session/session.ts'

/** The wallet with the balances in games. `dataUpdatedAt` gives its age. */
export const walletQueryOptions = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => request(getWallet, { signal }).then(confirmed),
  staleTime: 15_000,
  ...persisted(getWallet.reply),
})

let refreshing: { token: string | undefined; answer: Promise<UserWallet> } | undefined

/** Only one refresh runs at a time; concurrent callers share it. */
function refreshOnce(): Promise<UserWallet> {
  const token = readToken()
  if (refreshing && refreshing.token === token) return refreshing.answer
  const asked = { token, answer: request(refreshSlots, {}).then(confirmed) }
  refreshing = asked
  const end = () => {
    if (refreshing === asked) refreshing = undefined
  }
  asked.answer.then(end, end)
  return asked.answer
}

/** Refreshes the balance at every game provider. */
export async function refreshWallet(queryClient: QueryClient): Promise<void> {
  const { queryKey } = walletQueryOptions
  const readAt = () => queryClient.getQueryState(queryKey)?.dataUpdatedAt
  const before = readAt()
  const wallet = await refreshOnce()
  // Money may have moved since the refresh was asked for, and what was read meanwhile knows of it.
  if (readAt() === before) queryClient.setQueryData(queryKey, wallet)
  else await invalidateWallet(queryClient)
}

export function useRefreshWallet() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: () => refreshWallet(queryClient), meta: { silent: true } })
}

export function invalidateWallet(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: walletQueryOptions.queryKey })
}

function confirmed(wallet: UserWallet): UserWallet {
  markTokenAccepted()
  return wallet
}
