import { toArabicDigits } from './digits.ts'
import { normalisePhone, type Country } from './phone.ts'
import { normaliseText } from './text.ts'

/** Why a password is easy to guess, as far as can be told without a list of common ones. */
export type PasswordWeakness = 'short' | 'repeating' | 'phone' | 'name'

/** Whose password it is to be: what a stranger who knows them would try first. */
export interface PasswordOwner {
  phone: string
  /** The member's name, the bank account's holder. */
  names: readonly string[]
  country: Country
}

export const MIN_PASSWORD_LENGTH = 8
/** From here on length alone makes a password hard to guess. */
const STRONG_LENGTH = 12

const lengthOf = (password: string): number => Array.from(password.normalize('NFC')).length

/** One spelling for what is typed the same way: letter case, spaces and the numerals of the keyboard make nothing safer. */
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

/** What to say of a password while it is typed. */
export function passwordStrength(
  password: string,
  owner: PasswordOwner,
): PasswordWeakness | 'fair' | 'strong' {
  return passwordWeakness(password, owner) ?? (lengthOf(password) < STRONG_LENGTH ? 'fair' : 'strong')
}
