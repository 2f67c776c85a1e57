import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getSpinActive, getSpinSetup } from '#api/contract/spinwheel.ts'
import { persisted } from './persisted.ts'

/** All that the wheel's own calls tell. */
export const spinKey = ['spin'] as const

/** Whether the spin wheel is on. The member's coins stand in the wallet's profile. */
export const spinActiveQueryOptions = queryOptions({
  queryKey: [...spinKey, 'active'],
  queryFn: ({ signal }) => request(getSpinActive, { signal }),
  select: ({ active }) => active,
  staleTime: 5 * 60_000,
  ...persisted(getSpinActive.reply),
})

/** The wheel that turns now, and the member's coins. */
export const spinSetupQueryOptions = queryOptions({
  queryKey: [...spinKey, 'setup'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(getSpinSetup, { signal }),
  select: ({ result }) => ({
    wheel: result.activeSpinwheel ?? null,
    coins: result.userCoin,
    coinTerms: result.coinTerms,
  }),
  staleTime: 15_000,
})
