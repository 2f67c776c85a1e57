import { useQuery } from '@tanstack/react-query'
import { statementQueryOptions } from '#data/statement-queries.ts'
import type { WithdrawalRow } from './withdraw-rules.ts'

interface WithdrawalRows {
  /** The newest withdrawals of the statement, newest first. */
  rows: readonly WithdrawalRow[]
  isLoading: boolean
}

export const withdrawalRowsQueryOptions = statementQueryOptions({ page: 1 }, { statementTypes: ['withdraw'] })

export function useWithdrawalRows(): WithdrawalRows {
  const { data, isLoading } = useQuery({ ...withdrawalRowsQueryOptions, refetchOnMount: 'always' })
  return { rows: data?.statements ?? [], isLoading }
}
