import type { SlipQr } from '#lib/slip-qr.ts'
import { type BankReference, qrOwnReference } from '../../deposits/transfer-reference.ts'
import type { SlipTransfer } from '../../providers/bank.ts'

/** One bank's reference as we keep it: two banks may use the same. */
export const bankReferenceOf = ({ bankNo, reference }: SlipQr): string => `${bankNo}:${reference}`

export function qrOf(bankReference: string): SlipQr {
  const [bankNo = '', reference = ''] = bankReference.split(':')
  return { bankNo, reference }
}

/** As `deposits/` has it. */
export function namedBy(bankReference: string): BankReference {
  const { bankNo, reference } = qrOf(bankReference)
  return { bank: bankNo, reference }
}

/** The code of ours that the transfer paid. */
export const ownReferenceOf = ({ billReference }: SlipTransfer): string | null =>
  billReference === null ? null : qrOwnReference(billReference)
