import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listCoupons } from '#api/contract/spinwheel.ts'
import { spinKey } from '#data/rewards/spin-queries.ts'
import { invalidateWallet } from '#data/wallet/wallet-queries.ts'

export const couponsQueryOptions = queryOptions({
  queryKey: [...spinKey, 'coupons'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(listCoupons, { signal }),
  select: ({ coupons }) => coupons,
  // A spin or a claim refetches them, whatever their age.
  staleTime: 10_000,
})

/** After a spin or a claim: refetches the wheel, the coins and the coupons. */
export async function reloadWheel(queryClient: QueryClient): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: spinKey }), invalidateWallet(queryClient)])
}
