import { sql } from 'drizzle-orm'
import type { StatementType } from '#api/contract/statement.ts'
import { isSatang } from '#lib/money/money.ts'
import type { Database } from '../database/database.ts'
import { placeholder, preparedRows } from '../database/prepared.ts'
import type { STATEMENT_SOURCES, STATEMENT_STATUSES } from '../database/schema/statements.ts'
import type { AccountName } from './accounts.ts'
import { call, LedgerError } from './call.ts'

/** Satang: positive into the account, negative out of it. */
type Leg = { account: AccountName; amount: number }

/** A row of the member's history, written together with the money. Amount in satang. */
type StatementRow = {
  memberId: string
  type: StatementType
  amount: number
  from?: string
  to?: string
  status?: (typeof STATEMENT_STATUSES)[number]
  source?: (typeof STATEMENT_SOURCES)[number]
  reference?: string
}

type Posting = {
  /** Unique per operation: a second posting with the same reference moves nothing. */
  operationId: string
  kind: string
  legs: readonly Leg[]
  memo?: string
  statements?: readonly StatementRow[]
}

/** Satang in each member's account that took part, by its name, after the posting. */
type Balances = Record<string, number>

type Posted =
  | { outcome: 'posted'; postingId: number; balances: Balances }
  | { outcome: 'repeated'; postingId: number; balances: Balances }
  | { outcome: 'short'; account: AccountName; balance: number }

const ledgerPost = preparedRows<{ result: Posted }>(
  sql`select ledger_post(${placeholder('operationId')}, ${placeholder('kind')}, ${placeholder('legs')}::jsonb,
    ${placeholder('memo')}, ${placeholder('statements')}::jsonb) as result`,
)

/**
 * Moves money by one balanced posting, in one round trip. `short` means that an account has too little: nothing moved, and
 * the surrounding transaction can go on. Throws LedgerError for legs that the ledger's laws forbid.
 */
export async function post(db: Database, posting: Posting): Promise<Posted> {
  // Every posting with an unfinished name would count as a repeat of the first.
  if (/^$|:$/u.test(posting.operationId))
    throw new LedgerError(
      `${posting.operationId} names no operation: move money in an operation of the contract`,
    )
  for (const { amount } of [...posting.legs, ...(posting.statements ?? [])]) {
    if (!isSatang(amount)) throw new LedgerError(`${posting.operationId}: ${amount} is no amount in satang`)
  }
  const legs = JSON.stringify(posting.legs)
  const statements = JSON.stringify(posting.statements ?? [])
  const { operationId, kind, memo = null } = posting
  return call(db, () => ledgerPost(db, { operationId, kind, legs, memo, statements }))
}
