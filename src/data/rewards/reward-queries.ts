import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { checkActiveBonus } from '#api/contract/bonus.ts'

/** Everything that changes when a bonus or promotion starts or ends. */
export const rewardsKey = ['rewards'] as const

/** The active bonus, and the turnover it still needs. */
export const activeRewardQueryOptions = queryOptions({
  queryKey: [...rewardsKey, 'active'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(checkActiveBonus, { signal }),
})
