import type { SlipQr } from '#lib/slip-qr.ts'

/** One bank's reference as we keep it: two banks may use the same. */
export const bankReferenceOf = ({ bankNo, reference }: SlipQr): string => `${bankNo}:${reference}`

export function qrOf(bankReference: string): SlipQr {
  const [bankNo = '', reference = ''] = bankReference.split(':')
  return { bankNo, reference }
}

/** Under which such a transfer is known once for ever, whoever shows the slip and however the money was reported. */
export const transferOf = (bankReference: string): string => `slip:${bankReference}`
