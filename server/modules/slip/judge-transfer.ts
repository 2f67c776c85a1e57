import { onlyDigits } from '#lib/money/digits.ts'
import { HOUR } from '../../clock.ts'
import { type BankAccount, isSameAccount } from '../../deposits/match-bank-account.ts'
import type { SlipTransfer } from '../../providers/bank.ts'
import type { SlipVerdict } from './decide-slip.ts'

/** The maximum age of a transfer when its slip is uploaded, in ms. */
export const SLIP_LIFE = HOUR

interface Expected {
  uploadedAt: Date
  /** The member's accounts at the time of the payment. */
  accounts: readonly BankAccount[]
  /** The site's own accounts. */
  houseAccountNos: readonly string[]
  /**
   * The bill has the reference of one of this member's QR codes. It does not prove whose bill it was: anybody may pay another
   * bill with the same reference.
   */
  isOwnQr: boolean
}

/** Whether the bank says that the money went to one of the site's own accounts. */
export function isToHouse(told: SlipTransfer | null, houseAccountNos: readonly string[]): boolean {
  const digits = onlyDigits(told?.toAccountNo ?? '')
  return digits !== '' && houseAccountNos.some((no) => onlyDigits(no) === digits)
}

/** Decides a slip whose transfer the bank knows. Null if another report has to decide. */
export function judgeTransfer(transfer: SlipTransfer, expected: Expected): SlipVerdict | null {
  const { amount, from, paidAt } = transfer
  const isOurs = isToHouse(transfer, expected.houseAccountNos)
  if (!isOurs && !expected.isOwnQr) return { status: 'FAILED', note: 'DEST_ACC_INVALID' }
  if (expected.uploadedAt.getTime() - paidAt.getTime() > SLIP_LIFE)
    return { status: 'FAILED', note: 'EXPIRED_SLIP' }
  // Only the channel knows its collecting accounts, and whether the money reached one.
  if (!isOurs) return null
  if (!expected.accounts.some((account) => isSameAccount(account, from)))
    // Anybody may pay a code; whether it was paid is for its channel to report.
    return expected.isOwnQr ? null : { status: 'FAILED', note: 'NOT_MATCH' }
  return { status: 'SUCCESS', amount, transfer }
}
