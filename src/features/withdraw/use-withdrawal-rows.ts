import { useQuery } from '@tanstack/react-query'
import { isFirstLoad } from '#data/first-load.ts'
import { statementQueryOptions } from '#data/statement-queries.ts'
import type { WithdrawalRow } from './withdraw-rules.ts'

interface WithdrawalRows {
  /** The newest withdrawals of the statement, newest first. */
  rows: readonly WithdrawalRow[]
  /** They have not been asked for before. */
  isLoading: boolean
}

export function useWithdrawalRows(): WithdrawalRows {
  const query = useQuery({
    ...statementQueryOptions({ page: 1 }, { statementTypes: ['withdraw'] }),
    refetchOnMount: 'always',
  })
  return { rows: query.data?.statements ?? [], isLoading: isFirstLoad(query) }
}
