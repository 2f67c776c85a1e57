import { useQuery } from '@tanstack/react-query'
import { isStale } from '#lib/balance.ts'
import { serverTime } from '#lib/clock.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Amount, type AmountProps } from '#ui/amount.tsx'
import { useNow } from '#ui/use-now.ts'
import { walletQueryOptions } from './wallet-queries.ts'

/** How old the known wallet is (ms by the server's clock), and whether it may no longer be shown as current. */
export function useWalletAge() {
  // The page that shows the wallet fetches it. An amount may be mounted for a moment, and fetches nothing.
  const { dataUpdatedAt, isError } = useQuery({ ...walletQueryOptions, refetchOnMount: false })
  const offline = useOffline()
  const now = useNow()
  const updatedAt = serverTime(dataUpdatedAt)
  return { updatedAt, now, stale: isStale({ online: !offline, failed: isError, updatedAt, now }) }
}

/** An amount that comes from the known wallet. It looks out of date as soon as the wallet does. */
export function WalletAmount(amount: Omit<AmountProps, 'stale'>) {
  return <Amount {...amount} stale={useWalletAge().stale} />
}
