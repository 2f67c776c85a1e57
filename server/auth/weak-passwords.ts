import { dictionary } from '@zxcvbn-ts/language-common'
import {
  foldPassword,
  MIN_PASSWORD_LENGTH,
  type PasswordOwner,
  passwordWeakness,
  type PasswordWeakness,
} from '#lib/text/password-rules.ts'

/**
 * The most common passwords of leaked lists, some 49,000, of those that are long enough to be chosen here. The app has none of
 * them: they would cost a phone more bytes than all of its pages.
 */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((one) => one.length >= MIN_PASSWORD_LENGTH),
)

/** The reason that a password may not be chosen; undefined if it may. Passwords already in use are not checked. */
export function weaknessOf(password: string, owner: PasswordOwner): PasswordWeakness | 'common' | undefined {
  return passwordWeakness(password, owner) ?? (common.has(foldPassword(password)) ? 'common' : undefined)
}
