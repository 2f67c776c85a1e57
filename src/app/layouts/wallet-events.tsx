import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshMoney } from '#data/act.ts'
import { useWalletEventsWanted } from '#data/wallet-events.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'

/** Holds a connection to the member's own room for as long as some screen waits for money. */
export function WalletEvents() {
  const queryClient = useQueryClient()
  const wanted = useWalletEventsWanted()
  const memberId = useQuery(walletQueryOptions).data?.profile._id
  useEffect(() => {
    if (!wanted || !memberId) return
    let stop: (() => void) | undefined
    let left = false
    // Without it the waiting screen still asks now and then by itself.
    import('#features/chat/wallet-socket.ts').then(
      async ({ followWallet }) => {
        if (left) return
        stop = await followWallet(memberId, () => refreshMoney(queryClient))
        if (left) stop()
      },
      () => undefined,
    )
    return () => {
      left = true
      stop?.()
    }
  }, [wanted, memberId, queryClient])
  return null
}
