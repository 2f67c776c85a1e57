import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { totalStatements } from '#api/contract/statement-figures.ts'
import { type StatementFilter, statementKey } from '#data/statement-queries.ts'
import { refetchEveryMs } from '#lib/balance.ts'
import { startOfDay } from './statement-filter.ts'

/** Totals by day or month, of whole days in Bangkok (`YYYY-MM-DD`). Only for a backend that has `statement-totals`. */
export const statementTotalsQueryOptions = (
  by: 'day' | 'month',
  [first, last]: readonly [first: string, last: string],
  filter?: StatementFilter,
) =>
  queryOptions({
    queryKey: [...statementKey, 'totals', by, first, last, filter],
    meta: { persist: false },
    queryFn: async ({ signal }) => {
      const range = { from: startOfDay(first), until: startOfDay(last, 1) }
      const { totals } = await request(totalStatements, { body: { ...filter, ...range, by }, signal })
      return totals
    },
    staleTime: 15_000,
    refetchInterval: refetchEveryMs,
  })
