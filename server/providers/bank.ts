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

/** What arrives is reported by it, as often as it likes, to `receiveFromFeed` of `deposits/`. */
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
  /** The bank by code or number, and the holder as the bank writes it. */
  from: { bank: string; accountNo: string; holder: string }
  toAccountNo: string
  paidAt: Date
  /** Of a bill: the reference that its QR code carried. Null for any other transfer. */
  billReference: string | null
}

/** `unknown`: the bank has not seen it yet. `captcha`: the bank took us for a machine; asking again may help. */
type SlipLookup =
  | { outcome: 'found'; transfer: SlipTransfer }
  | { outcome: 'unknown' }
  | { outcome: 'captcha' }
