import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listSlips } from '#api/contract/statement.ts'
import { pageSize } from '#lib/paging.ts'
import { askForPage, type ListPlace } from '#data/pages.ts'

/** Every page of the uploaded slips. */
export const slipsKey = ['slips'] as const

/** One page of the uploaded slips, newest first. */
export const slipsQueryOptions = ({ page, before }: ListPlace = { page: 1 }) =>
  queryOptions({
    queryKey: [...slipsKey, page, before],
    meta: { persist: false },
    queryFn: ({ signal }) =>
      askForPage(before, (at) => request(listSlips, { body: { page, limit: pageSize, before: at }, signal })),
    staleTime: 5000,
    placeholderData: keepPreviousData,
  })
