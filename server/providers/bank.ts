import type { AccountCurrency } from '#lib/payments/account-currencies.ts'
import type { SlipQr } from '#lib/payments/slip-qr.ts'

/** A payout as it is asked for. */
export interface PayoutOrder {
  /** The withdrawal's id: the bank must pay the same reference once, however often it is asked. */
  reference: string
  /** Satang. */
  amount: number
  bankCode: string
  accountName: string
  accountNo: string
}

/** A payout as the bank gets it. */
export interface Payout extends PayoutOrder {
  /** Of the account; null if nobody has said it yet. Who cannot pay it so does not take it: it is asked again, with what was said meanwhile. */
  currency: AccountCurrency | null
}

/**
 * The bank reports incoming transfers to `receiveFromFeed` of `deposits/`, which accepts repeats, and then `tellDeposit` tells of them. Every
 * amount is in satang of baht: whoever connects a bank whose account is in kip converts it, or leaves it for staff.
 */
export interface BankProvider {
  /** Looks up the transfer of a slip's QR, which names neither amount nor accounts. Throws `ProviderFailure`. */
  findTransfer(slip: SlipQr): Promise<SlipLookup>
  /**
   * Hands a payout to the bank. It only takes the order: whether it was paid or refused is reported later, to
   * `decideWithdrawal`. Throws `ProviderFailure` when the bank did not take it.
   */
  payOut(payout: Payout): Promise<void>
}

/** A slip's transfer, as the bank reports it. */
export interface SlipTransfer {
  /**
   * What the bank calls it. The picture's QR is the member's to draw: where the bank finds a transfer by a reference that differs, as in a
   * letter's case, this one counts.
   */
  slip: SlipQr
  /** Satang of baht, as in every report of the bank. */
  amount: number
  /** The bank by code or number, and the holder as the bank writes it. */
  from: { bank: string; accountNo: string; holder: string }
  toAccountNo: string
  paidAt: Date
  /** For a bill payment the reference in its QR code; null for any other transfer. */
  billReference: string | null
}

/** `unknown`: the bank has not seen it yet. `captcha`: the bank took us for a machine; asking again may help. */
type SlipLookup =
  | { outcome: 'found'; transfer: SlipTransfer }
  | { outcome: 'unknown' }
  | { outcome: 'captcha' }
