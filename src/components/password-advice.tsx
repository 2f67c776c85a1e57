import { Trans } from '@lingui/react/macro'
import { env } from '#lib/env.ts'
import { passwordAdvice } from '#lib/text/password-rules.ts'

interface PasswordAdviceProps {
  password: string
  /** The known data of the password's owner, which an attacker would try first. */
  phone?: string
  names?: readonly string[]
}

const unknown: readonly string[] = []

/** Advice on a password while it is typed. It never blocks: only the server refuses passwords. */
export function PasswordAdvice({ password, phone = '', names = unknown }: PasswordAdviceProps) {
  const advice = password && passwordAdvice(password, { phone, names, country: env.country })
  return (
    <span aria-live="polite">
      {!advice && <Trans>At least 8 characters. A few words in a row are safe and easy to remember.</Trans>}
      {advice === 'short' && <Trans>Too short: use at least 8 characters.</Trans>}
      {advice === 'repeating' && <Trans>Easy to guess: use more different characters.</Trans>}
      {advice === 'phone' && <Trans>Easy to guess: this is your phone number.</Trans>}
      {advice === 'name' && <Trans>Easy to guess: this is your name.</Trans>}
      {advice === 'enough' && <Trans>Long enough. A few more characters make it safer.</Trans>}
      {advice === 'long' && <Trans>Good length</Trans>}
    </span>
  )
}
