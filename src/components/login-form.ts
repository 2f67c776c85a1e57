import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { normalisePhone, type Country } from '#lib/text/phone.ts'

/** What can be wrong with a sign-in. The registration has these problems and more. */
export const loginProblems = {
  'phone-missing': msg`Enter your phone number.`,
  'phone-letters': msg`A phone number has digits, not letters.`,
  'password-missing': msg`Enter your password.`,
  'password-long': msg`A password has at most 200 characters.`,
}
export type LoginProblem = keyof typeof loginProblems

/** Reads a typed phone number into the form that is sent. Accepts every number: only the server knows which have an account. */
export const typedPhone = (country: Country) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('phone-missing' satisfies LoginProblem),
    v.regex(/^\P{L}*$/u, 'phone-letters' satisfies LoginProblem),
    v.transform((text) => normalisePhone(text, country)),
  )

export const typedPassword = v.pipe(
  v.string(),
  v.nonEmpty('password-missing' satisfies LoginProblem),
  v.maxLength(200, 'password-long' satisfies LoginProblem),
)

const loginForm = (country: Country) => v.object({ username: typedPhone(country), password: typedPassword })
/** Phone and password as they are sent. */
export type Credentials = v.InferOutput<ReturnType<typeof loginForm>>

/** The names of the problems, by field. */
export type LoginProblems = Partial<Record<keyof Credentials, string | undefined>>

/** Reads the fields `username` and `password` of a form. */
export function readLogin(
  data: FormData,
  country: Country,
): { login: Credentials } | { problems: LoginProblems } {
  const read = v.safeParse(loginForm(country), {
    username: data.get('username') ?? '',
    password: data.get('password') ?? '',
  })
  if (read.success) return { login: read.output }
  const { username, password } = v.flatten<ReturnType<typeof loginForm>>(read.issues).nested ?? {}
  return { problems: { username: username?.[0], password: password?.[0] } }
}
