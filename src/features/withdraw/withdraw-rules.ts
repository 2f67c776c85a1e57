import type { Statement } from '#api/contract/statement.ts'
import type { UserWallet } from '#api/contract/wallet.ts'
import { outcomeOf } from '#data/statement-outcome.ts'
import type { AmountLimits } from '#lib/amount-schema.ts'
import { sumSatang } from '#lib/money.ts'

interface Limits {
  withdrawMin: number
  withdrawMax: number
}

/** Satang. Until the site's limits have loaded, only the balance limits. */
export function withdrawLimits(limits: Limits | undefined, available: number | undefined): AmountLimits {
  return {
    minimum: limits?.withdrawMin ?? 1,
    maximum: limits?.withdrawMax,
    available,
  }
}

/** What "all" fills in: the balance, up to the maximum of one withdrawal. */
export function mostWithdrawable({ maximum, available }: AmountLimits): number {
  return Math.min(available ?? 0, maximum ?? Infinity)
}

/** Satang. */
export interface Balances {
  wallet: number
  games: number
}

export function balancesIn({ wallet, slots }: Pick<UserWallet, 'wallet' | 'slots'>): Balances {
  return {
    wallet: wallet.amount,
    games: sumSatang(slots.map((slot) => slot.amount)),
  }
}

/** What can be withdrawn, with or without emptying the games into the wallet first. */
export const withdrawable = ({ wallet, games }: Balances, collects: boolean): number =>
  collects ? wallet + games : wallet

/** How long a returned withdrawal is shown. */
const returnedForMs = 3 * 24 * 60 * 60_000

type Row = Pick<Statement, 'statementType' | 'status' | 'createdAt' | 'amount'>

/**
 * Earlier withdrawals among the statement's rows (newest first): those the bank has not paid yet, and the last decided one if it
 * was returned. `now`: ms, by the server's clock.
 */
export function earlierWithdrawals(rows: readonly Row[], now: number): { waiting: Row[]; returned?: Row } {
  const withdrawals = rows.filter(({ statementType }) => statementType === 'withdraw')
  const isWaiting = ({ status }: Row) => outcomeOf(status) === 'waiting'
  const last = withdrawals.find((row) => !isWaiting(row))
  const cameBack =
    last && outcomeOf(last.status) === 'failed' && now - Date.parse(last.createdAt) < returnedForMs
  return { waiting: withdrawals.filter(isWaiting), ...(cameBack && { returned: last }) }
}
