import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { loginProblems } from '#components/login-form.ts'
import { errorText } from '#errors/catalogue.ts'
import { bankAccountProblems } from '#i18n/bank-account-problems.ts'
import { env } from '#lib/env.ts'
import { lookup } from '#lib/lookup.ts'
import type { Problem } from './auth-form.ts'

const problems: Record<Problem, MessageDescriptor | undefined> = {
  ...loginProblems,
  phone:
    env.country === 'LA'
      ? msg`Check the phone number: for example 020 and 8 digits.`
      : msg`Enter a phone number with exactly 10 digits.`,
  'password-confirm-missing': msg`Enter the password once more.`,
  'password-not-equal': msg`The two passwords are not the same.`,
  'password-weak': errorText('WEAK_PASSWORD'),
  name: msg`Enter your name.`,
  'first-name': msg`Enter the first name on the account.`,
  'last-name': msg`Enter the last name on the account.`,
  'invite-code': msg`An invite code has at most 60 characters.`,
  ...bankAccountProblems,
}

/** The text for a problem of a form; undefined without one. */
export function problemText(found: string | undefined): MessageDescriptor | undefined {
  return lookup(problems, found)
}
