import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { openSlipOutbox, slipsAtom } from './slip-outbox.ts'

/** Opens the outbox of the member's slips, and returns its content. */
export function useSlipOutbox() {
  const queryClient = useQueryClient()
  const { data: member } = useQuery({
    ...walletQueryOptions,
    refetchOnMount: false,
    select: ({ profile }) => profile._id,
  })
  useEffect(() => {
    // It is a member's: where the first call for the wallet fails, it opens after a later one.
    if (member) openSlipOutbox(queryClient).catch(() => undefined)
  }, [queryClient, member])
  return useAtomValue(slipsAtom)
}
