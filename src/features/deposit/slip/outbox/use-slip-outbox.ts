import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { walletQueryOptions } from '#data/wallet-queries.ts'
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
    // Without the wallet it cannot be opened; once the member is known it is tried again.
    openSlipOutbox(queryClient).catch(() => undefined)
  }, [queryClient, member])
  return useAtomValue(slipsAtom)
}
