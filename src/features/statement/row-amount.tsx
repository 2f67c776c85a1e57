import type { Statement } from '#api/contract/statement.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { Amount } from '#ui/amount.tsx'
import { flowOf } from './statement-rules.ts'

/** Renders nothing while the amount is not known, as of a gift that is not opened yet. */
export function RowAmount({ row, className }: { row: Statement; className?: string | undefined }) {
  const outcome = rowOutcomeOf(row.status)
  if (row.amount <= 0 && outcome !== 'done') return null
  return <Amount satang={row.amount} flow={flowOf(row)} voided={outcome === 'failed'} className={className} />
}
