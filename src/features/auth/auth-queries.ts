import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { createAccount, type Registration, resetPassword, validateAccount } from '#api/contract/account.ts'
import { login } from '#api/contract/login.ts'
import type { Body } from '#api/contract/call.ts'
import { request } from '#api/client.ts'
import { inForm } from './use-login.ts'

interface RefusalHandlers {
  /** The phone's verification has expired, or belongs to somebody else. */
  onUnverified: () => void
  /** The password is too easy to guess. */
  onWeak: () => void
}

const handleRefusal =
  ({ onUnverified, onWeak }: RefusalHandlers) =>
  (error: Error) => {
    const { code } = toApiError(error)
    if (code === 'UNVERIFIED_OTP') onUnverified()
    if (code === 'WEAK_PASSWORD') onWeak()
  }

export const useValidateAccount = (handlers: RefusalHandlers) =>
  useMutation({
    ...inForm,
    mutationFn: (body: Registration) => request(validateAccount, { body }),
    onError: handleRefusal(handlers),
  })

/**
 * Gives the token of a session where the answer to an earlier try was lost, and the password turns out to open the account
 * that it made.
 */
export function useCreateAccount(handlers: RefusalHandlers) {
  const [attempts] = useState({ wasLost: false })
  return useMutation({
    ...inForm,
    mutationFn: async (body: Registration): Promise<{ token?: string }> => {
      try {
        await request(createAccount, { body })
        return {}
      } catch (thrown) {
        const error = toApiError(thrown)
        attempts.wasLost ||= error.outcomeUnknown
        if (!attempts.wasLost) throw error
        const { username, password } = body
        return request(login, { body: { username, password } }).catch(() => {
          throw error
        })
      }
    },
    onError: handleRefusal(handlers),
  })
}

/** `key`: the same for every try with one password, so that a try after a lost answer gets the first answer and no refusal. */
export const useResetPassword = (handlers: RefusalHandlers) =>
  useMutation({
    ...inForm,
    mutationFn: ({ key, body }: { key: string; body: Body<typeof resetPassword> }) =>
      request(resetPassword, { body, key }),
    onError: handleRefusal(handlers),
  })
