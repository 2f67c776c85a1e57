import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listStatements } from '#api/contract/statement.ts'

export const statementPageSize = 10
/** Every page of the statement. */
export const statementKey = ['statement'] as const

/** One page of the statement, newest first; pages count from 1. */
export const statementQueryOptions = (page: number) =>
  queryOptions({
    queryKey: [...statementKey, page],
    queryFn: ({ signal }) => request(listStatements, { body: { page, limit: statementPageSize }, signal }),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
