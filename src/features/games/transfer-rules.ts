import { parseAmount, type AmountProblem } from '#lib/money.ts'

/** The least that can be moved: 1 baht. */
export const MIN_TRANSFER_SATANG = 100

export type TransferProblem = Exclude<AmountProblem, 'empty' | 'negative'> | 'below-minimum' | 'not-enough'

export type TransferReading =
  | { state: 'ready'; satang: number; leftSatang: number }
  /** Empty, zero or less: nothing to move, and nothing to complain about. */
  | { state: 'nothing'; typed: boolean }
  | { state: 'wrong'; problem: TransferProblem }

/** What the amount field asks for, seen against what the wallet holds. */
export function readTransfer(text: string, walletSatang: number): TransferReading {
  const amount = parseAmount(text)
  if (!amount.ok) {
    if (amount.reason === 'empty' || amount.reason === 'negative')
      return { state: 'nothing', typed: amount.reason === 'negative' }
    return { state: 'wrong', problem: amount.reason }
  }
  const { satang } = amount
  if (satang === 0) return { state: 'nothing', typed: true }
  if (satang < MIN_TRANSFER_SATANG) return { state: 'wrong', problem: 'below-minimum' }
  if (satang > walletSatang) return { state: 'wrong', problem: 'not-enough' }
  return { state: 'ready', satang, leftSatang: walletSatang - satang }
}

/**
 * Transfer and play moves the whole wallet, whatever the field says, unless there is nothing to move:
 * an empty wallet, or an amount of zero or less typed on purpose.
 */
export function movesBeforePlay(reading: TransferReading, walletSatang: number): boolean {
  return walletSatang > 0 && !(reading.state === 'nothing' && reading.typed)
}
