import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { errorText } from '#errors/catalogue.ts'
import { lookup } from '#lib/lookup.ts'

/** A field's possible faults and their texts. */
const passwordProblems = {
  'old-missing': msg`Enter your current password.`,
  'new-missing': msg`Enter a new password.`,
  long: msg`A password has at most 200 characters.`,
  same: msg`This is your current password. Choose another one.`,
  'confirm-missing': msg`Enter the password once more.`,
  'not-equal': msg`The two passwords are not the same.`,
  weak: errorText('WEAK_PASSWORD'),
}
export type PasswordProblem = keyof typeof passwordProblems

const required = (problem: PasswordProblem) => v.pipe(v.string(), v.nonEmpty(problem))

export const passwordForm = v.pipe(
  v.object({
    oldPassword: required('old-missing'),
    newPassword: v.pipe(required('new-missing'), v.maxLength(200, 'long' satisfies PasswordProblem)),
    confirmPassword: required('confirm-missing'),
  }),
  v.forward(
    v.partialCheck(
      [['oldPassword'], ['newPassword']],
      (form) => form.newPassword === '' || form.newPassword !== form.oldPassword,
      'same' satisfies PasswordProblem,
    ),
    ['newPassword'],
  ),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (form) => form.newPassword === form.confirmPassword,
      'not-equal' satisfies PasswordProblem,
    ),
    ['confirmPassword'],
  ),
)
export type PasswordForm = v.InferInput<typeof passwordForm>

export function passwordProblem(found: string | undefined) {
  return lookup(passwordProblems, found)
}
