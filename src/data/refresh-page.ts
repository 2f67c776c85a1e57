import { useLingui } from '@lingui/react/macro'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { store } from '#lib/store.ts'
import { toast } from '#ui/message/toast.ts'
import { endedSessionsAtom } from '#data/session/session.ts'
import { refreshWallet, walletQueryOptions } from '#data/wallet/wallet-queries.ts'

const refreshingAtom = atom(false)

interface RefreshOptions {
  /** The page shows balances in games, so the providers are asked again. */
  games?: boolean
}

/** Refetches what the page shows on request: by a button, or by pulling the page down. */
export function useRefreshPage({ games = false }: RefreshOptions = {}) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const isRefreshing = useAtomValue(refreshingAtom)
  const refresh = async () => {
    if (store.get(refreshingAtom)) return
    store.set(refreshingAtom, true)
    const ended = store.get(endedSessionsAtom)
    const isRenewed = await refreshPage(queryClient, games)
    store.set(refreshingAtom, false)
    // After a log-out meanwhile there is no such page any more.
    if (isRenewed || ended !== store.get(endedSessionsAtom)) return
    toast({
      tone: 'coral',
      icon: 'offline',
      title: t`This page could not be refreshed`,
      text: t`Please check the connection and try again.`,
      id: 'refresh',
    })
  }
  return { isRefreshing, refresh }
}

/** Refetches every query that a mounted component shows. Resolves to whether all of them succeeded. */
async function refreshPage(queryClient: QueryClient, games: boolean): Promise<boolean> {
  const [wallet] = walletQueryOptions.queryKey
  const isShown = (query: Query) => query.isActive() && !(games && query.queryKey[0] === wallet)
  const [refreshed] = await Promise.allSettled([
    games && refreshWallet(queryClient),
    queryClient.refetchQueries({ predicate: isShown }),
  ])
  // A query that had failed before shows its own error.
  const isOld = ({ state }: Query) => state.status === 'error' && state.data !== undefined
  return (
    refreshed.status === 'fulfilled' &&
    queryClient
      .getQueryCache()
      .findAll({ predicate: isShown })
      .every((query) => !isOld(query))
  )
}
