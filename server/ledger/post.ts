import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { STATEMENT_SOURCES, STATEMENT_STATUSES, STATEMENT_TYPES } from '../database/schema/statements.ts'
import type { AccountName } from './accounts.ts'
import { call, LedgerError } from './call.ts'

/** Satang: positive into the account, negative out of it. */
type Leg = { account: AccountName; amount: number }

/** A row of the member's history, written together with the money. Amount in satang. */
export type StatementRow = {
  memberId: string
  type: (typeof STATEMENT_TYPES)[number]
  amount: number
  from?: string
  to?: string
  status?: (typeof STATEMENT_STATUSES)[number]
  source?: (typeof STATEMENT_SOURCES)[number]
  reference?: string
}

export type Posting = {
  /** Names the act for ever: the same act a second time moves nothing. */
  act: string
  kind: string
  legs: readonly Leg[]
  memo?: string
  statements?: readonly StatementRow[]
}

/** Balances in satang by account name, after the posting. */
export type Balances = Record<string, number>

export type Posted =
  | { outcome: 'posted'; postingId: number; balances: Balances }
  | { outcome: 'repeated'; postingId: number; balances: Balances }
  | { outcome: 'short'; account: AccountName; balance: number }

/**
 * Moves money by one balanced posting, in one round trip. `short` means that an account has not enough: nothing
 * moved and the transaction around is still good. Throws LedgerError for legs that cannot be posted at all.
 */
export async function post(db: Database, posting: Posting): Promise<Posted> {
  for (const { amount } of [...posting.legs, ...(posting.statements ?? [])]) {
    if (!Number.isSafeInteger(amount)) throw new LedgerError(`${posting.act}: ${amount} is no whole satang`)
  }
  const legs = JSON.stringify(posting.legs)
  const statements = JSON.stringify(posting.statements ?? [])
  return call(
    db,
    sql<Posted>`select ledger_post(${posting.act}, ${posting.kind}, ${legs}::jsonb, ${posting.memo ?? null}, ${statements}::jsonb) as result`,
  )
}
