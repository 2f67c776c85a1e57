import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isBusy } from '#data/session/busy.ts'
import { agreementsQueryOptions } from '#data/site/site-config-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { areRemembered } from './agreements-memory.ts'

const delayMs = 1500

/**
 * Shows the agreements once per visit, shortly after the home page: not to members who chose not to see them again, not over
 * another dialog, and not during an operation. `free` means that the home page is visible with nothing over it.
 */
export function useAgreementsPrompt(free: boolean, show: () => void): void {
  const [waited, setWaited] = useState(false)
  const shown = useRef(false)
  const { data } = useQuery({ ...agreementsQueryOptions, enabled: waited })
  const loaded = useQuery(walletQueryOptions).data !== undefined
  const due = free && loaded && (!waited || Boolean(data?.length))

  useEffect(() => {
    if (!due) return
    const look = () => {
      if (shown.current || isBusy() || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      if (!waited) return setWaited(true)
      shown.current = true
      if (data && !areRemembered(data)) show()
    }
    if (waited) look()
    const timer = setInterval(look, delayMs)
    return () => clearInterval(timer)
  }, [due, waited, data, show])
}
