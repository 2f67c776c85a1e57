import type { Statement } from '#api/contract/statement.ts'
import { rowOutcomeOf, type RowOutcome } from '#data/wallet/statement-outcome.ts'
import { clockSlackMs } from '#lib/dates/clock.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'

type Row = Pick<Statement, 'statementType' | 'from' | 'status' | 'createdAt' | 'amount'>

export interface GiftOutcome {
  outcome: RowOutcome
  satang: number
}

/** The outcome of a gift sent at `sentAt` (ms by the server's clock), as far as the statement's rows show it. */
export function giftOutcome(rows: readonly Row[], sentAt: number): GiftOutcome {
  const row = rows.find(
    ({ statementType, from, createdAt }) =>
      statementType === 'deposit' && from === TRUE_WALLET && Date.parse(createdAt) >= sentAt - clockSlackMs,
  )
  return row ? { outcome: rowOutcomeOf(row.status), satang: row.amount } : { outcome: 'waiting', satang: 0 }
}
