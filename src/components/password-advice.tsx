import { Trans } from '@lingui/react/macro'
import { env } from '#lib/env.ts'
import { passwordStrength } from '#lib/text/password-rules.ts'

interface PasswordAdviceProps {
  password: string
  /** The known data of the password's owner, which an attacker would try first. */
  phone?: string
  names?: readonly string[]
}

const unknown: readonly string[] = []

/** Advice on the strength of a password while it is typed. It never blocks: only the server refuses passwords. */
export function PasswordAdvice({ password, phone = '', names = unknown }: PasswordAdviceProps) {
  const strength = password && passwordStrength(password, { phone, names, country: env.country })
  return (
    <span aria-live="polite">
      {!strength && <Trans>At least 8 characters. A few words in a row are safe and easy to remember.</Trans>}
      {strength === 'short' && <Trans>Too short: use at least 8 characters.</Trans>}
      {strength === 'repeating' && <Trans>Easy to guess: use more different characters.</Trans>}
      {strength === 'phone' && <Trans>Easy to guess: this is your phone number.</Trans>}
      {strength === 'name' && <Trans>Easy to guess: this is your name.</Trans>}
      {strength === 'fair' && <Trans>Fair. A few more characters make it safer.</Trans>}
      {strength === 'strong' && <Trans>Strong password</Trans>}
    </span>
  )
}
