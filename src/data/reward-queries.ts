import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { checkActiveBonus } from '#api/contract/bonus.ts'

/** Everything that may look different once a bonus or promotion began or ended. */
export const rewardsKey = ['rewards'] as const

/** The bonus that runs, and what it still asks for. */
export const activeRewardQueryOptions = queryOptions({
  queryKey: [...rewardsKey, 'active'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(checkActiveBonus, { signal }),
})
