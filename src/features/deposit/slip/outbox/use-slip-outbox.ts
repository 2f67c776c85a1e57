import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { openSlipOutbox, slipsAtom } from './slip-outbox.ts'

/** Opens the outbox of the member's slips, and returns its content. */
export function useSlipOutbox() {
  const queryClient = useQueryClient()
  useEffect(() => {
    openSlipOutbox(queryClient).catch(() => undefined)
  }, [queryClient])
  return useAtomValue(slipsAtom)
}
