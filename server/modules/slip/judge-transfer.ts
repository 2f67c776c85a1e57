import { onlyDigits } from '#lib/digits.ts'
import { HOUR } from '../../clock.ts'
import { type BankAccount, isSameAccount } from '../../deposits/bank-accounts.ts'
import type { SlipTransfer } from '../../providers/bank.ts'
import type { SlipVerdict } from './decide-slip.ts'

/** So old a transfer may be when its slip is uploaded, in ms. */
export const SLIP_LIFE = HOUR

interface Expected {
  uploadedAt: Date
  /** The member's accounts as they were when it was paid. */
  accounts: readonly BankAccount[]
  /** Accounts of the house. */
  houseAccountNos: readonly string[]
  /**
   * The bill carries the reference of a QR code of this very member. Whose bill it was it does not say: anybody may pay one
   * of his own with the same reference.
   */
  isOwnQr: boolean
}

/** What is to become of a slip whose transfer the bank knows. Null where another report has to say. */
export function judgeTransfer(transfer: SlipTransfer, expected: Expected): SlipVerdict | null {
  const { amount, from, toAccountNo, paidAt } = transfer
  const house = expected.houseAccountNos.map((no) => onlyDigits(no)).filter((no) => no !== '')
  const isOurs = house.includes(onlyDigits(toAccountNo))
  if (!isOurs && !expected.isOwnQr) return { status: 'FAILED', note: 'DEST_ACC_INVALID' }
  if (expected.uploadedAt.getTime() - paidAt.getTime() > SLIP_LIFE)
    return { status: 'FAILED', note: 'EXPIRED_SLIP' }
  // Only the channel knows the accounts that it collects at, and that the money reached one.
  if (!isOurs) return null
  if (!expected.accounts.some((account) => isSameAccount(account, from)))
    // Anybody may pay a code; that it was paid is for its channel to say.
    return expected.isOwnQr ? null : { status: 'FAILED', note: 'NOT_MATCH' }
  return { status: 'SUCCESS', amount, transfer }
}
