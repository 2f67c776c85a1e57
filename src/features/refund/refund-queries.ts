import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { checkRefund, listRefunds, refundBanners } from '#api/contract/refund.ts'
import { askForPage, type ListPlace } from '#data/pages.ts'
import { pageSize } from '#lib/paging.ts'

/** Everything that changes when a refund is received. */
export const refundKey = ['refund'] as const

export const refundCheckQueryOptions = queryOptions({
  queryKey: [...refundKey, 'check'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(checkRefund, { signal }),
  // Every game played may change it.
  staleTime: 0,
})

/** Received refunds, newest first. */
export const refundLogQueryOptions = ({ page, before }: ListPlace) =>
  queryOptions({
    queryKey: [...refundKey, 'log', page, before],
    meta: { persist: false },
    queryFn: ({ signal }) =>
      askForPage(before, (at) =>
        request(listRefunds, { body: { page, limit: pageSize, before: at }, signal }),
      ),
    select: ({ total, cursor, refunds }) => ({
      total,
      cursor,
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
