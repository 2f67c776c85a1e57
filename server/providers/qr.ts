import type { QrChannel } from '#api/contract/qrcode.ts'

interface QrOrder {
  channel: QrChannel
  /** Satang. */
  amount: number
  /** Comes back with the payment and is used once. Capital letters and digits, at most 20. */
  reference: string
  expiresAt: Date
}

export interface QrProvider {
  /**
   * Asks the channel for a one-time code and gives the text inside it. The payment is reported later, to
   * `confirmQrPayment`. Throws `ProviderFailure`.
   */
  create(order: QrOrder): Promise<string>
}
