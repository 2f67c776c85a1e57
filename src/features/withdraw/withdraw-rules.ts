import type { Statement } from '#api/contract/statement.ts'
import type { UserWallet } from '#api/contract/wallet.ts'
import { backStepOf, type CameBack } from '#data/wallet/came-back.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import type { AmountLimits } from '#lib/money/amount-schema.ts'
import { clockSlackMs } from '#lib/dates/clock.ts'
import { sumSatang } from '#lib/money/money.ts'

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
export function maxWithdrawable({ maximum, available }: AmountLimits): number {
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

/** A withdrawal in the statement. */
export type WithdrawalRow = Pick<
  Statement,
  'statementType' | 'status' | 'createdAt' | 'amount' | 'handedAt'
> &
  Partial<Pick<Statement, 'reference' | 'withdrawal'>>

/** How far a withdrawal has come; a backend may not say when the bank has taken it. */
export type WithdrawalStep = 'sent' | 'bank' | 'arrived' | CameBack

export function stepOf({
  status,
  handedAt,
  withdrawal,
}: Pick<WithdrawalRow, 'status' | 'handedAt' | 'withdrawal'>): WithdrawalStep {
  const outcome = rowOutcomeOf(status)
  if (outcome === 'waiting') return handedAt ? 'bank' : 'sent'
  if (outcome === 'done') return 'arrived'
  return backStepOf({ ...withdrawal, isCancelled: withdrawal?.isCancelled === true })
}

/** A withdrawal has not gone back to the wallet. */
export const isOnItsWay = (step: WithdrawalStep): step is 'sent' | 'bank' | 'arrived' =>
  step === 'sent' || step === 'bank' || step === 'arrived'

export const isPending = (row: WithdrawalRow): boolean => rowOutcomeOf(row.status) === 'waiting'

/** No withdrawal yet: it waits for the money out of games that goes with it, or has waited in vain. */
export const isForGames = ({ withdrawal }: WithdrawalRow): boolean => withdrawal?.isForGames === true

/** Tells rows apart, which have no id on the wire. */
export const keyOf = ({ createdAt, amount }: WithdrawalRow): string => `${createdAt} ${amount}`

/** The pending withdrawals, and the arrived ones among those `seen` by their keys. */
export const followed = (rows: readonly WithdrawalRow[], seen: ReadonlySet<string>): WithdrawalRow[] =>
  rows.filter((row) => isPending(row) || (stepOf(row) === 'arrived' && seen.has(keyOf(row))))

/** When it ended, in ms; a backend may only say when it was sent. */
const endOf = ({ createdAt, withdrawal }: WithdrawalRow): number =>
  Date.parse(withdrawal?.endedAt ?? createdAt)

/**
 * The withdrawal of `rows` (newest first) that was decided last, if it came back not long ago. `now`: ms, by the server's clock.
 */
export function returnedWithdrawal(rows: readonly WithdrawalRow[], now: number): WithdrawalRow | undefined {
  const decided = rows.filter((row) => !isPending(row) && stepOf(row) !== 'cancelled')
  const lastEnd = Math.max(...decided.map(endOf))
  const last = decided.find((row) => endOf(row) === lastEnd)
  const isRecent = now - lastEnd < returnedForMs
  return last && isRecent && stepOf(last) !== 'arrived' ? last : undefined
}

/** The row of the withdrawal of this many satang that was sent at `sentAt`, in ms by the server's clock. */
export const sentWithdrawal = (rows: readonly WithdrawalRow[], satang: number, sentAt: number) =>
  rows.find(({ amount, createdAt }) => amount === satang && Date.parse(createdAt) >= sentAt - clockSlackMs)
