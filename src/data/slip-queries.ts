import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listSlips } from '#api/contract/statement.ts'
import { pageSize } from '#lib/paging.ts'

/** Every page of the uploaded slips. */
export const slipsKey = ['slips'] as const

/** One page of the uploaded slips, newest first; pages count from 1. */
export const slipsQueryOptions = (page: number) =>
  queryOptions({
    queryKey: [...slipsKey, page],
    meta: { persist: false },
    queryFn: ({ signal }) => request(listSlips, { body: { page, limit: pageSize }, signal }),
    staleTime: 5000,
    placeholderData: keepPreviousData,
  })
