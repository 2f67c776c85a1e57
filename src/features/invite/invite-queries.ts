import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { inviteBanners, listInvites } from '#api/contract/invite.ts'
import { pageSize } from '#lib/paging.ts'

/** What the member earned by friends, newest first; pages count from 1. */
export const inviteLogQueryOptions = (page: number) =>
  queryOptions({
    queryKey: ['invite', 'log', page],
    meta: { persist: false },
    queryFn: ({ signal }) => request(listInvites, { body: { page, limit: pageSize }, signal }),
    select: ({ total, invites, terms }) => ({
      total,
      terms,
      rewards: invites.map(({ from, amount, createdAt }) => ({
        name: from.name,
        satang: amount,
        at: createdAt,
      })),
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const inviteBannersQueryOptions = queryOptions({
  queryKey: ['invite', 'banners'],
  meta: { persist: false },
  queryFn: ({ signal }) => request(inviteBanners, { signal }),
  select: ({ banners }) => banners,
  staleTime: 5 * 60_000,
  // The sheet opens without them.
  retry: false,
})

/** The QR picture of the link. The encoder is loaded when first needed. */
export const linkQrQueryOptions = (link: string) =>
  queryOptions({
    queryKey: ['invite', 'qr', link],
    meta: { persist: false },
    queryFn: async () => (await import(/* online only */ './draw-qr.ts')).drawQr(link),
    staleTime: Infinity,
  })
