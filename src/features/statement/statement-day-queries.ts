import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { listStatements, type StatementType } from '#api/contract/statement.ts'
import { isOfKind, statementKey, type StatementKind, statementKinds } from '#data/statement-queries.ts'
import { refetchEveryMs } from '#lib/balance.ts'
import { startInBangkok } from '#lib/bangkok.ts'

/** The most rows of one reply. */
const mostRows = 100
const dayMs = 24 * 60 * 60_000

/**
 * All rows of one day (`YYYY-MM-DD`, in Bangkok), or null if it has more than one reply holds. Only for a backend that has
 * `page-cursors`: another one would ignore the times.
 */
export const statementDayQueryOptions = (day: string, kind?: StatementKind) =>
  queryOptions({
    queryKey: [...statementKey, 'day', day, kind],
    meta: { persist: false },
    queryFn: async ({ signal }) => {
      const from = startInBangkok('day', day)
      const times = { from: new Date(from).toISOString(), until: new Date(from + dayMs).toISOString() }
      const statementTypes: StatementType[] | undefined = kind && statementKinds[kind]
      const body = { page: 1, limit: mostRows, ...times, statementTypes }
      const { statements, total } = await request(listStatements, { body, signal })
      return total > mostRows ? null : statements.filter(isOfKind(kind))
    },
    staleTime: 15_000,
    refetchInterval: refetchEveryMs,
  })
