import { useQuery } from '@tanstack/react-query'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { sameOpeningMs } from '#data/same-opening.ts'
import { maxPageSize } from '#lib/paging.ts'
import { sumSatang } from '#lib/money/money.ts'
import { isForGames, isPending, type WithdrawalRow } from './withdraw-rules.ts'

interface WithdrawalRows {
  /** The newest withdrawals of the statement, newest first. */
  rows: readonly WithdrawalRow[]
  /** Satang that wait for the games, to be withdrawn with what those pay. */
  forGames: number
  isLoading: boolean
}

/**
 * As many as a page may have: one that waits, or came back after that, may be older than any number of others. A backend that ignores the
 * types counts all other rows too.
 */
export const withdrawalRowsQueryOptions = statementQueryOptions(
  { page: 1 },
  { statementTypes: ['withdraw'], limit: maxPageSize },
)

export function useWithdrawalRows(): WithdrawalRows {
  const { data, isLoading } = useQuery({ ...withdrawalRowsQueryOptions, staleTime: sameOpeningMs })
  const statements = data?.statements ?? []
  const waiting = statements.filter((row) => isForGames(row) && isPending(row))
  return {
    rows: statements.filter((row) => !isForGames(row)),
    forGames: sumSatang(waiting.map(({ amount }) => amount)),
    isLoading,
  }
}
