import { formatInBangkok } from '#lib/bangkok.ts'

/** The bank numbers that Thai banks use, as on a slip's QR. */
const numbers: Readonly<Record<string, string>> = {
  BBL: '002',
  KBANK: '004',
  KTB: '006',
  TMB: '011',
  TTB: '011',
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

/** A bank's number, for its code or number. A bank without a number keeps its code. */
export const bankNumberOf = (bank: string): string => numbers[bank] ?? bank

export const isBankNumber = (bank: string): boolean => /^\d{3}$/u.test(bank)

/** Whether two banks certainly differ: a code without a number may be any bank that the other report knows by its number. */
export function isOtherBank(one: string, other: string): boolean {
  const [first, second] = [bankNumberOf(one), bankNumberOf(other)]
  return first !== second && isBankNumber(first) === isBankNumber(second)
}

/** The sending bank's reference of a transfer. */
export interface BankReference {
  /** Code or number; null if only the reference is known. */
  bank: string | null
  reference: string
}

/** The day in Bangkok, `YYYY-MM-DD`, which is the same in every report of a transfer. */
export const dayOf = (at: Date): string => formatInBangkok(at, 'yyyy-MM-dd')

/** The key of a transfer in `incoming_transfers`, for every kind of report. `amount` is in satang. */
export function transferReference(
  { bank, reference }: BankReference,
  { amount, paidAt }: { amount: number; paidAt: Date },
): string {
  return [bankNumberOf(bank ?? ''), reference, amount, dayOf(paidAt)].join(':')
}

/** The same for one that no bank names: a code or a gift may be paid more than once. */
export const unnamedReference = (
  ownReference: string,
  { amount, paidAt }: { amount: number; paidAt: Date },
): string => [ownReference, amount, paidAt.getTime()].join(':')

/** The amount in satang in either key; NaN in an own reference alone. */
export const amountIn = (reference: string): number => Number(reference.split(':').at(-2))

/** The own reference of a payment of our QR code. */
export const qrOwnReference = (reference: string): string => `qr:${reference}`

/** The reference of the QR code that an own reference names; null if it names none. */
export const qrReferenceIn = (ownReference: string | null): string | null =>
  /^qr:(.*)$/u.exec(ownReference ?? '')?.[1] ?? null

/** The own reference of a gift link, by the hash of its code. */
export const giftOwnReference = (codeHash: string): string => `gift:${codeHash}`

/** Whether an own reference names a gift link. */
export const namesGift = (ownReference: string | null): boolean =>
  ownReference?.startsWith(giftOwnReference('')) === true
