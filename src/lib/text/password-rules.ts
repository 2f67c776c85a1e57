import { toArabicDigits } from '#lib/money/digits.ts'
import { normalisePhone, type Country } from './phone.ts'
import { normaliseText } from './text.ts'

/** Why a password is easy to guess, as far as can be seen without a list of common ones. */
export type PasswordWeakness = 'short' | 'repeating' | 'phone' | 'name'

/** The person whose password it is: their data is what an attacker tries first. */
export interface PasswordOwner {
  phone: string
  /** The member's name, the bank account's holder. */
  names: readonly string[]
  country: Country
}

export const MIN_PASSWORD_LENGTH = 8
/** A longer password is advised below this length. */
const GOOD_LENGTH = 12

const lengthOf = (password: string): number => Array.from(password.normalize('NFC')).length

/** Normalises a text before comparing: letter case, spaces and the script of the digits add no strength. */
export const foldPassword = (text: string): string =>
  toArabicDigits(normaliseText(text)).toLowerCase().replace(/\s+/gu, '')

/** The first weakness found; undefined where there is none. Length counts characters, not bytes. */
export function passwordWeakness(
  password: string,
  { phone, names, country }: PasswordOwner,
): PasswordWeakness | undefined {
  if (lengthOf(password) < MIN_PASSWORD_LENGTH) return 'short'
  const folded = foldPassword(password)
  if (/^[\d+() -]+$/u.test(folded) && normalisePhone(folded, country) === normalisePhone(phone, country))
    return 'phone'
  if (names.flatMap((name) => [name, ...name.split(/\s+/u)]).some((name) => foldPassword(name) === folded))
    return 'name'
  return new Set(folded).size <= 2 ? 'repeating' : undefined
}

/** The advice shown while a password is typed: of one without a weakness only its length can be judged, because it may be a common one. */
export function passwordAdvice(password: string, owner: PasswordOwner): PasswordWeakness | 'enough' | 'long' {
  return passwordWeakness(password, owner) ?? (lengthOf(password) < GOOD_LENGTH ? 'enough' : 'long')
}
