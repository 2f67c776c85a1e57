import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { isLatinName, needsLatinName } from '#lib/payments/bank-account.ts'
import { useOffline } from '#pwa/use-connection.ts'

/**
 * Whether to ask the member for the account's name in English letters: once per visit, if the bank wants it. `asking`: the
 * question is already open.
 */
export function useNamePrompt(asking: boolean) {
  const { data: wallet } = useQuery(walletQueryOptions)
  const offline = useOffline()
  const [asked, setAsked] = useState(false)
  if (asking && !asked) setAsked(true)
  const name = wallet?.bankAccount?.bankAccountName
  const wanted =
    name !== undefined && name !== '' && needsLatinName(wallet?.profile.bankCode ?? '') && !isLatinName(name)
  return { open: wanted && !asked && !offline, dismiss: () => setAsked(true) }
}
