import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { inviteBanners, listInvites } from '#api/contract/invite.ts'
import { askForPage, type ListPlace } from '#data/pages.ts'
import { pageSize } from '#lib/paging.ts'
import { svgAddress } from '#lib/payments/qr-address.ts'

/** What the member earned by friends, newest first. */
export const inviteLogQueryOptions = ({ page, before }: ListPlace) =>
  queryOptions({
    queryKey: ['invite', 'log', page, before],
    meta: { persist: false },
    queryFn: ({ signal }) =>
      askForPage(before, (at) =>
        request(listInvites, { body: { page, limit: pageSize, before: at }, signal }),
      ),
    select: ({ total, cursor, invites, terms, friends }) => ({
      total,
      cursor,
      terms,
      friends,
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
    queryFn: async () => svgAddress((await import('#lib/payments/draw-qr.ts')).drawQr(link)),
    staleTime: Infinity,
  })
