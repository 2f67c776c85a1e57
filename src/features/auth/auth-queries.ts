import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, toApiError } from '#api/api-error.ts'
import { createAccount, type Registration, resetPassword, validateAccount } from '#api/contract/account.ts'
import { login } from '#api/contract/login.ts'
import type { Body } from '#api/contract/call.ts'
import { request } from '#api/client.ts'

interface RefusalHandlers {
  /** The phone's verification has expired, or belongs to another person. */
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
    meta: { silent: true },
    mutationFn: (body: Registration) => request(validateAccount, { body }),
    onError: handleRefusal(handlers),
  })

/**
 * Creates the account. If the response to an earlier attempt was lost and the password opens the account that it created, the
 * result is the token of a new session.
 */
export function useCreateAccount(handlers: RefusalHandlers) {
  const [attempts] = useState({ wasLost: false })
  return useMutation({
    meta: { silent: true },
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

/**
 * `key` is the same for every attempt with one password, so that a retry after a lost response gets the first reply. A
 * later attempt that got no answer leaves the error that of the lost response.
 */
export function useResetPassword(handlers: RefusalHandlers) {
  const [attempts] = useState<{ lost?: ApiError }>({})
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ key, body }: { key: string; body: Body<typeof resetPassword> }) =>
      request(resetPassword, { body, key }).catch((thrown: unknown) => {
        const error = toApiError(thrown)
        if (error.outcomeUnknown) attempts.lost = error
        throw (error.isTemporary && attempts.lost) || error
      }),
    onError: handleRefusal(handlers),
  })
}
