import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { env } from '#lib/env.ts'
import { lookup } from '#lib/lookup.ts'
import { type Credentials, loginProblems, type LoginProblems, readLogin } from './login-form.ts'

/**
 * A form's fields `username` and `password`. They are read from the DOM, including what a password manager filled in. The form library
 * would be larger than the rest of the sign-in, which most people open first.
 */
export function useCredentials() {
  const { t } = useLingui()
  const [problems, setProblems] = useState<LoginProblems>({})
  return {
    /** What is wrong with a field; undefined if nothing is. */
    said(field: keyof Credentials) {
      const text = lookup(loginProblems, problems[field])
      return text && t(text)
    },
    clear: () => setProblems({}),
    /** What is typed, as it is sent. Undefined if something is wrong: the first such field says what, and has the focus. */
    read(form: HTMLFormElement): Credentials | undefined {
      const read = readLogin(new FormData(form), env.country)
      if ('login' in read) return read.login
      setProblems(read.problems)
      const wrong = read.problems.username ? 'username' : 'password'
      form.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
      return undefined
    },
  }
}
