import { MIN_TRANSFER } from '#api/contract/wallet.ts'
import { amountFault, type AmountFault } from '#lib/money/amount-schema.ts'
import { parseAmount } from '#lib/money/money.ts'

type TransferReading =
  | { state: 'ready'; satang: number; leftSatang: number }
  /** Empty, zero or less: nothing to move, and no error to show. */
  | { state: 'nothing'; typed: boolean }
  | { state: 'wrong'; fault: AmountFault }

/** Interprets the amount field against the wallet's balance. */
export function readTransfer(text: string, walletSatang: number): TransferReading {
  const amount = parseAmount(text)
  if (!amount.ok) {
    if (amount.reason === 'empty') return { state: 'nothing', typed: false }
    if (amount.reason === 'negative') return { state: 'nothing', typed: true }
    return { state: 'wrong', fault: amount.reason }
  }
  const { satang } = amount
  if (satang === 0) return { state: 'nothing', typed: true }
  const fault = amountFault(satang, { minimum: MIN_TRANSFER, available: walletSatang })
  return fault ? { state: 'wrong', fault } : { state: 'ready', satang, leftSatang: walletSatang - satang }
}

/**
 * Transfer and play moves the whole wallet, whatever the field says, unless there is nothing to move:
 * an empty wallet, or an amount of zero or less typed on purpose.
 */
export function movesBeforePlay(reading: TransferReading, walletSatang: number): boolean {
  return walletSatang > 0 && !(reading.state === 'nothing' && reading.typed)
}
