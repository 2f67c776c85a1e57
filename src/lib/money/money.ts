import { groupThousands, toArabicDigits } from './digits.ts'

/** The largest amount in satang, either sign: up to it a number of baht on the wire is exact to the satang. */
export const MAX_SATANG = 999_999_999_999_999

/** Whether it is an amount that every program can carry: whole satang, either sign, up to `MAX_SATANG`. */
export const isSatang = (amount: number): boolean =>
  Number.isInteger(amount) && Math.abs(amount) <= MAX_SATANG

export type AmountProblem = 'empty' | 'not-a-number' | 'too-many-decimals' | 'too-large' | 'negative'
type Amount = { ok: true; satang: number } | { ok: false; reason: AmountProblem }

/** Adds satang. Throws RangeError when a term or the sum is not a safe integer. */
export function sumSatang(amounts: Iterable<number>): number {
  let sum = 0
  for (const amount of amounts) {
    sum += amount
    if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(sum))
      throw new RangeError(`Not satang: ${amount}`)
  }
  return sum
}

const currency = /^\s*(?:฿|บาท|ບາດ|baht\b|thb\b)|(?:฿|บาท|ບາດ|baht|thb)\s*$/giu
// A comma or space is accepted only between thousands: "1,5" may mean one and a half, so it is refused.
const plain = /^(\d+|\d{1,3}(?:[,\s]\d{3})+)?(?:\.(\d*))?$/u

/** Reads an amount in baht as people type it: `1,234.50`, `฿ 100`, `100 บาท`, Thai, Lao or full-width digits. */
export function parseAmount(text: string): Amount {
  const typed = toArabicDigits(text).replaceAll('，', ',').replaceAll('．', '.').replace(currency, '').trim()
  if (typed === '') return { ok: false, reason: 'empty' }

  const negative = /^[-\u2212]/u.test(typed)
  const [matched, whole = '', decimals = ''] = plain.exec(negative ? typed.slice(1).trim() : typed) ?? []
  if (matched === undefined || whole + decimals === '') return { ok: false, reason: 'not-a-number' }
  if (negative) return { ok: false, reason: 'negative' }
  if (decimals.length > 2) return { ok: false, reason: 'too-many-decimals' }

  const satang = Number(whole.replace(/\D/gu, '') + decimals.padEnd(2, '0'))
  return satang > MAX_SATANG ? { ok: false, reason: 'too-large' } : { ok: true, satang }
}

/** Formats satang as `1,234.50`, without a unit; negative amounts have a true minus sign (U+2212). */
export function formatSatang(satang: number): string {
  const [whole = '', decimals = ''] = plainAmount(Math.abs(satang)).split('.')
  return `${satang < 0 ? '\u2212' : ''}${groupThousands(whole)}.${decimals}`
}

/** How many characters wide a formatted balance is with its unit, by which it shrinks to fit its line (ui/base.css). */
export const figureLength = (figure: string): number => figure.length + 2

/** `1,234.50 ฿`, from satang; no line ends between the two. */
export function formatMoney(satang: number): string {
  return `${formatSatang(satang)}\u00A0฿`
}

/** Formats satang as `1234.50` for programs: no thousands separator, `-` before negative amounts. */
export function plainAmount(satang: number): string {
  const digits = String(Math.abs(satang)).padStart(3, '0')
  return `${satang < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
