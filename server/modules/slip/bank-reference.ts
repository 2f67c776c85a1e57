import type { SlipQr } from '#lib/payments/slip-qr.ts'
import { type BankReference, qrOwnReference } from '../../deposits/transfer-reference.ts'
import type { SlipTransfer } from '../../providers/bank.ts'

/** A bank's reference with the bank's number, because two banks may use the same one. */
export const bankReferenceOf = ({ bankNo, reference }: SlipQr): string => `${bankNo}:${reference}`

export function qrOf(bankReference: string): SlipQr {
  const [bankNo = '', reference = ''] = bankReference.split(':')
  return { bankNo, reference }
}

/** In the form that `deposits/` uses. */
export function namedBy(bankReference: string): BankReference {
  const { bankNo, reference } = qrOf(bankReference)
  return { bank: bankNo, reference }
}

/** The reference of our own QR that the transfer paid. */
export const ownReferenceOf = ({ billReference }: SlipTransfer): string | null =>
  billReference === null ? null : qrOwnReference(billReference)
