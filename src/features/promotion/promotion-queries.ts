import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { checkActiveBonus, listBonuses } from '#api/contract/bonus.ts'
import { currentPromotion, findPromotion } from '#api/contract/promotion.ts'

/** Everything that may look different once a bonus or promotion began or ended. */
export const rewardsKey = ['rewards'] as const

export const bonusesQueryOptions = queryOptions({
  queryKey: [...rewardsKey, 'bonuses'],
  queryFn: ({ signal }) => request(listBonuses, { signal }),
})

export const activeRewardQueryOptions = queryOptions({
  queryKey: [...rewardsKey, 'active'],
  queryFn: ({ signal }) => request(checkActiveBonus, { signal }),
})

/** The promotion that runs for the member, or null. */
export const currentPromotionQueryOptions = queryOptions({
  queryKey: [...rewardsKey, 'current-promotion'],
  queryFn: ({ signal }) => request(currentPromotion, { signal }),
})

/** Asked anew each time: a code may be gone, or new, a moment later. */
export const findPromotionQueryOptions = (code: string) =>
  queryOptions({
    queryKey: [...rewardsKey, 'found', code],
    queryFn: ({ signal }) => request(findPromotion, { params: { code }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
