import type { SlipQr } from '#lib/slip-qr.ts'

export interface Payout {
  /** The withdrawal's id: the bank must pay the same reference once, however often it is asked. */
  reference: string
  /** Satang. */
  amount: number
  bankCode: string
  accountName: string
  accountNo: string
}

export interface BankProvider {
  /** Looks up what a slip's QR speaks of, which says neither amount nor accounts. Throws `ProviderFailure`. */
  findTransfer(slip: SlipQr): Promise<SlipLookup>
  /**
   * Hands a payout to the bank. It only takes the order: whether it was paid or refused is reported later, to
   * `settleWithdrawal` and `refuseWithdrawal`. Throws `ProviderFailure` when the bank did not take it.
   */
  payOut(payout: Payout): Promise<void>
}

/** What a bank knows of a transfer that a slip speaks of. */
export interface SlipTransfer {
  /** Satang. */
  amount: number
  fromAccountNo: string
  toAccountNo: string
  paidAt: Date
}

/** `unknown`: the bank has not seen it yet. `captcha`: the bank took us for a machine; asking again may help. */
type SlipLookup =
  | { outcome: 'found'; transfer: SlipTransfer }
  | { outcome: 'unknown' }
  | { outcome: 'captcha' }
