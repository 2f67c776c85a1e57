import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { isStale } from '#lib/money/balance.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { useNow } from '#ui/use-now.ts'
import { walletQueryOptions } from './wallet-queries.ts'

type Told = Pick<UseQueryResult, 'dataUpdatedAt' | 'isError' | 'isFetching'>

/** When a query was answered (ms by the server's clock), and whether the answer is too old to be shown as current. */
export function useAge({ dataUpdatedAt, isError }: Omit<Told, 'isFetching'>) {
  const offline = useOffline()
  const now = useNow()
  const updatedAt = serverTime(dataUpdatedAt)
  return { updatedAt, now, stale: isStale({ online: !offline, failed: isError, updatedAt, now }) }
}

/** The same of the known wallet. */
export function useWalletAge() {
  // The page that shows the wallet fetches it. An amount may be mounted for a moment, and fetches nothing.
  return useAge(useQuery({ ...walletQueryOptions, refetchOnMount: false }))
}

/** Whether what a query reported beside the wallet is out of date: a newer answer failed, or is awaited for an old one. */
export const isOutdated = ({ dataUpdatedAt, isError, isFetching }: Told, now: number): boolean =>
  isStale({ online: true, failed: isError, updatedAt: isFetching ? serverTime(dataUpdatedAt) : now, now })
