import { useQuery } from '@tanstack/react-query'
import { statementQueryOptions } from '#data/statement-queries.ts'
import type { WithdrawalRow } from './withdraw-rules.ts'

interface WithdrawalRows {
  /** The newest withdrawals of the statement, newest first. */
  rows: readonly WithdrawalRow[]
  isLoading: boolean
}

export function useWithdrawalRows(): WithdrawalRows {
  const { data, isLoading } = useQuery({
    ...statementQueryOptions({ page: 1 }, { statementTypes: ['withdraw'] }),
    refetchOnMount: 'always',
  })
  return { rows: data?.statements ?? [], isLoading }
}
