import { useQuery } from '@tanstack/react-query'
import { statementQueryOptions } from '#data/statement-queries.ts'
import type { WithdrawalRow } from './withdraw-rules.ts'

/** The newest withdrawals of the statement, newest first. */
export function useWithdrawalRows(): readonly WithdrawalRow[] {
  const { data } = useQuery({
    ...statementQueryOptions({ page: 1 }, { statementTypes: ['withdraw'] }),
    refetchOnMount: 'always',
  })
  return data?.statements ?? []
}
