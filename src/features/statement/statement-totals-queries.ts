import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { totalStatements } from '#api/contract/statement-figures.ts'
import { type StatementFilter, statementKey } from '#data/wallet/statement-queries.ts'
import { refetchEveryMs } from '#lib/money/balance.ts'
import { startOfDay } from './statement-filter.ts'

interface TotalsAsked {
  by: 'day' | 'month'
  /** Days in Bangkok (`YYYY-MM-DD`), both included. */
  range: readonly [first: string, last: string]
  filter?: StatementFilter | undefined
}

/** Totals by day or month. Only for a backend that has `statement-totals`. */
export const statementTotalsQueryOptions = ({ by, range, filter }: TotalsAsked) =>
  queryOptions({
    queryKey: [...statementKey, 'totals', by, range, filter],
    meta: { persist: false },
    queryFn: async ({ signal }) => {
      const [first, last] = range
      const days = { from: startOfDay(first), until: startOfDay(last, 1) }
      const { totals } = await request(totalStatements, { body: { ...filter, ...days, by }, signal })
      return totals
    },
    staleTime: 15_000,
    refetchInterval: refetchEveryMs,
  })
