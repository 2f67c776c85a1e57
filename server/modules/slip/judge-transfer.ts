import { onlyDigits } from '#lib/digits.ts'
import { HOUR } from '../../clock.ts'
import type { SlipTransfer } from '../../providers/bank.ts'
import type { SlipVerdict } from './decide-slip.ts'

/** So old a transfer may be when its slip is uploaded, in ms. */
export const SLIP_LIFE = HOUR

interface Expected {
  uploadedAt: Date
  /** The member's registered account; null where there is none. */
  accountNo: string | null
  /** Accounts of the house. */
  houseAccountNos: readonly string[]
}

/** What is to become of a slip whose transfer the bank knows. */
export function judgeTransfer(transfer: SlipTransfer, expected: Expected): SlipVerdict {
  const { amount, fromAccountNo, toAccountNo, paidAt } = transfer
  const house = expected.houseAccountNos.map((no) => onlyDigits(no))
  if (!house.includes(onlyDigits(toAccountNo))) return { status: 'FAILED', note: 'DEST_ACC_INVALID' }
  const mine = onlyDigits(expected.accountNo ?? '')
  if (mine === '' || mine !== onlyDigits(fromAccountNo)) return { status: 'FAILED', note: 'NOT_MATCH' }
  if (expected.uploadedAt.getTime() - paidAt.getTime() > SLIP_LIFE)
    return { status: 'FAILED', note: 'EXPIRED_SLIP' }
  return { status: 'SUCCESS', amount }
}
