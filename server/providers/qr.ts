import type { QrChannel } from '#api/contract/qr-channels.ts'

interface QrOrder {
  channel: QrChannel
  /** Satang. */
  amount: number
  /** Unique per code; the channel returns it with the payment. Capital letters and digits, at most 20. */
  reference: string
  expiresAt: Date
}

/** A channel's report that a code was paid. */
export interface QrPayment {
  /** The reference in the code. */
  reference: string
  /** Satang that arrived. */
  amount: number
  /** When the channel took the money. */
  paidAt: Date
  /**
   * How the payer's bank names the transfer; null where the channel does not tell. Where the collecting account has a feed
   * or takes slips, a report without it and another without the code's reference (see `billReference` in `bank.ts`) have no
   * name in common: the second is kept for a person to decide (see `deposits/suspected-duplicates.ts`).
   */
  bankReference: { bank: string | null; reference: string } | null
}

export interface QrProvider {
  /**
   * Asks the channel for a one-time code and gives the text inside it. The payment is reported later, to
   * `confirmQrPayment`, and then `tellDeposit` tells of it. Throws `ProviderFailure`.
   */
  create(order: QrOrder): Promise<string>
}
