import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getSpinActive, getSpinSetup } from '#api/contract/spinwheel.ts'
import { persisted } from '#data/persisted.ts'

/** Everything that the wheel's calls return. */
export const spinKey = ['spin'] as const

/** Whether the spin wheel is on. The member's coins are in the wallet's profile. */
export const spinActiveQueryOptions = queryOptions({
  queryKey: [...spinKey, 'active'],
  queryFn: ({ signal }) => request(getSpinActive, { signal }),
  select: ({ active }) => active,
  staleTime: 5 * 60_000,
  ...persisted(getSpinActive.reply),
})

/** The current wheel, and the member's coins. */
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

/** The coins after the last spin, which reported them: nothing fetches them. */
export const spunCoinsQueryOptions = queryOptions<number>({
  queryKey: [...spinKey, 'spun'],
  meta: { persist: false },
  enabled: false,
  gcTime: Infinity,
})
