import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listBonuses } from '#api/contract/bonus.ts'
import { currentPromotion, findPromotion } from '#api/contract/promotion.ts'
import { rewardsKey } from '#data/rewards/reward-queries.ts'

export const bonusesQueryOptions = queryOptions({
  queryKey: [...rewardsKey, 'bonuses'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(listBonuses, { signal }),
})

/** The member's active promotion, or null. */
export const currentPromotionQueryOptions = queryOptions({
  queryKey: [...rewardsKey, 'current-promotion'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(currentPromotion, { signal }),
})

/** Fetched every time: a code may expire or be created at any moment. */
export const findPromotionQueryOptions = (code: string) =>
  queryOptions({
    queryKey: [...rewardsKey, 'found', code],
    meta: { persist: false },
    queryFn: ({ signal }) => request(findPromotion, { params: { code }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
