import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'
import type { AccountName } from './accounts.ts'
import { call } from './call.ts'
import type { Balances, StatementRow } from './post.ts'

export type Sweep = {
  operationId: string
  kind: string
  /** `everyGameOf(memberId)` stands for all the member's games. */
  from: readonly AccountName[]
  to: AccountName
  memo?: string
  /** One row is written for each account emptied; its amount, from and to are filled in. */
  statement?: Pick<StatementRow, 'memberId' | 'type' | 'source' | 'reference'>
}

export type Swept =
  | {
      outcome: 'posted' | 'repeated'
      postingId: number
      /** Satang that moved in all, and from each account. */
      amount: number
      moved: Balances
      balances: Balances
    }
  | { outcome: 'empty'; amount: 0 }

/**
 * Empties accounts into another by one posting, in one round trip. The amounts are read while the accounts are locked. When
 * there is nothing to move, nothing is recorded and the reference stays unused.
 */
export async function sweep(
  db: Database,
  { operationId, kind, from, to, memo, statement }: Sweep,
): Promise<Swept> {
  const sources = sql`array(select jsonb_array_elements_text(${JSON.stringify(from)}::jsonb))`
  const row = JSON.stringify(statement ?? {})
  const query = sql`select ledger_sweep(${operationId}, ${kind}, ${sources}, ${to}, ${memo ?? null}, ${row}::jsonb) as result`
  return call(db, () => rowsOf<{ result: Swept }>(db, query))
}
