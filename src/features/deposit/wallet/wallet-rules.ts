import type { Statement } from '#api/contract/statement.ts'
import { rowOutcomeOf, type RowOutcome } from '#data/wallet/statement-outcome.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'

/** The tolerance in ms for the difference between two machines' clocks. */
const slackMs = 1500

type Row = Pick<Statement, 'statementType' | 'from' | 'status' | 'createdAt' | 'amount'>

export interface GiftOutcome {
  outcome: RowOutcome
  satang: number
}

/** The outcome of a gift sent at `sentAt` (ms by the server's clock), as far as the statement's rows show it. */
export function giftOutcome(rows: readonly Row[], sentAt: number): GiftOutcome {
  const row = rows.find(
    ({ statementType, from, createdAt }) =>
      statementType === 'deposit' && from === TRUE_WALLET && Date.parse(createdAt) >= sentAt - slackMs,
  )
  return row ? { outcome: rowOutcomeOf(row.status), satang: row.amount } : { outcome: 'waiting', satang: 0 }
}
