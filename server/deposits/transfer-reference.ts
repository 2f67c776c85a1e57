import { formatInBangkok } from '#lib/bangkok.ts'

/** The numbers by which Thai banks name each other, as on a slip's QR. */
const numbers: Readonly<Record<string, string>> = {
  BBL: '002',
  KBANK: '004',
  KTB: '006',
  TMB: '011',
  SCB: '014',
  CIMBT: '022',
  UOBT: '024',
  BAY: '025',
  GSB: '030',
  GHB: '033',
  BAAC: '034',
  ISBT: '066',
  TISCO: '067',
  KKP: '069',
  ICBC: '070',
  LHB: '073',
}

/** One name for a bank, whether it was told by its code or by its number. A bank without a number keeps its code. */
export const bankNumberOf = (bank: string): string => numbers[bank] ?? bank

/** How the sending bank names a transfer. */
export interface BankReference {
  /** Code or number; null where only the reference was told. */
  bank: string | null
  reference: string
}

/** The day in Bangkok, `YYYY-MM-DD`: two reports of one transfer name the same. */
export const dayOf = (at: Date): string => formatInBangkok(at, 'yyyy-MM-dd')

/** The name of a transfer in `incoming_transfers`, whoever reports it. `amount` in satang. */
export function transferReference(
  { bank, reference }: BankReference,
  { amount, paidAt }: { amount: number; paidAt: Date },
): string {
  return [bankNumberOf(bank ?? ''), reference, amount, dayOf(paidAt)].join(':')
}

/** A code of ours, as a payment of it names it. */
export const qrOwnReference = (reference: string): string => `qr:${reference}`

/** A gift link of ours, by the hash of its code. */
export const giftOwnReference = (codeHash: string): string => `gift:${codeHash}`
