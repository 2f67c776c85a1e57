import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { checkRefund, listRefunds, refundBanners } from '#api/contract/refund.ts'
import { pageSize } from '#lib/paging.ts'

/** What changes when a refund is received: what waits, and the list. */
export const refundKey = ['refund'] as const

export const refundCheckQueryOptions = queryOptions({
  queryKey: [...refundKey, 'check'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(checkRefund, { signal }),
  // Every round played may change it.
  staleTime: 0,
})

/** The refunds that were received, newest first; pages count from 1. */
export const refundLogQueryOptions = (page: number) =>
  queryOptions({
    queryKey: [...refundKey, 'log', page],
    meta: { persist: false },
    queryFn: ({ signal }) => request(listRefunds, { body: { page, limit: pageSize }, signal }),
    select: ({ total, refunds }) => ({
      total,
      rewards: refunds.map(({ refundAmount, createdAt }) => ({
        satang: refundAmount,
        at: createdAt,
      })),
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const refundBannersQueryOptions = queryOptions({
  queryKey: ['refund-banners'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(refundBanners, { signal }),
  select: ({ banners }) => banners,
  staleTime: 5 * 60_000,
  // The sheet opens without them.
  retry: false,
})
