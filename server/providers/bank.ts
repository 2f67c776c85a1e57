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
  /**
   * Hands a payout to the bank. It only takes the order: whether it was paid or refused is reported later, to
   * `settleWithdrawal` and `refuseWithdrawal`. Throws `ProviderFailure` when the bank did not take it.
   */
  payOut(payout: Payout): Promise<void>
}
