import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshMoney } from './refresh-money.ts'

const everyMs = 8000
/** What was begun may end after its sheet was closed. */
const lingerMs = 60_000

/** Where money may come or go any moment, it is asked for every few seconds. An open chat's line tells of it at once. */
export function useWalletWatch(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refreshMoney(queryClient)
    }, everyMs)
    return () => void setTimeout(() => clearInterval(timer), lingerMs)
  }, [queryClient])
}
