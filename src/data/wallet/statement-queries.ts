import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listStatements, type StatementType } from '#api/contract/statement.ts'
import { pageSize } from '#lib/paging.ts'
import { askForPage, type ListPlace } from '#data/pages.ts'
import { persisted } from '#data/persisted.ts'

/** Every page of the statement. */
export const statementKey = ['statement'] as const

/** Which rows of the statement are wanted. A backend leaves out the fields that it has not announced. */
export interface StatementFilter {
  statementTypes?: StatementType[] | undefined
  /** From this time on, and before that one: ISO 8601 in UTC. */
  from?: string | undefined
  until?: string | undefined
  search?: string | undefined
}

/** `limit`: how many rows, if not as many as a page of the statement shows. */
type Wanted = StatementFilter & { limit?: number }

/**
 * One page of the statement, newest first. A backend that ignores the types returns the whole page, which is then filtered
 * here.
 */
export const statementQueryOptions = ({ page, before }: ListPlace = { page: 1 }, filter?: Wanted) =>
  queryOptions({
    queryKey: filter || before ? [...statementKey, page, filter, before] : [...statementKey, page],
    meta: { persist: false },
    queryFn: async ({ signal }) => {
      const reply = await askForPage(before, (at) =>
        request(listStatements, { body: { page, limit: pageSize, before: at, ...filter }, signal }),
      )
      const types: readonly string[] | undefined = filter?.statementTypes
      const statements = reply.statements.filter(
        ({ statementType }) => types?.includes(statementType) ?? true,
      )
      return { ...reply, statements }
    },
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    ...(page === 1 && !filter && !before && persisted(listStatements.reply)),
  })
