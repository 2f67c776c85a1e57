import { onlyDigits } from '#lib/money/digits.ts'

/** The country of the build, which determines the format of phone numbers. */
export type Country = 'TH' | 'LA'

const callingCode = /^(?:00)?(?:66|856)(?=\d{8})/u
const laoMobile = /^(?:20\d{8}|30\d{7})$/u
const laoValid = /^(?:020\d{8}|030\d{7}|0[689]\d{8})$/u

/**
 * A phone number in the server's format: local digits with the leading 0. Accepts `+66 81-234-5678`, Thai and Lao digits, and in
 * the Lao build the eight digits that people use locally. Unknown formats are returned as digits.
 */
export function normalisePhone(text: string, country: Country): string {
  const digits = onlyDigits(text)
  const international = text.trimStart().startsWith('+') || digits.startsWith('00') || digits.length > 10
  const local = international ? digits.replace(callingCode, '') : digits
  if (local !== digits) return local.startsWith('0') ? local : `0${local}`
  if (country === 'LA' && /^[1-9]\d{7}$/u.test(digits)) return `020${digits}`
  return country === 'LA' && laoMobile.test(digits) ? `0${digits}` : digits
}

/** Whether a normalised phone number can be used: ten digits in Thailand; a Lao or a Thai mobile in Laos. */
export function isValidPhone(phone: string, country: Country): boolean {
  return country === 'TH' ? /^\d{10}$/u.test(phone) : laoValid.test(phone)
}
