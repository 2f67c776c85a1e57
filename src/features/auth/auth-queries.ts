import { useMutation } from '@tanstack/react-query'
import { ApiError, toApiError } from '#api/api-error.ts'
import { createAccount, login, type Registration, validateAccount } from '#api/contract/account.ts'
import type { Body } from '#api/contract/call.ts'
import { request } from '#api/client.ts'

/** These show their errors in the form: none goes on to the toasts. */
const inForm = { retry: false, networkMode: 'always', meta: { silent: true } } as const

const ifUnverified = (then: () => void) => (error: Error) => {
  if (toApiError(error).code === 'UNVERIFIED_OTP') then()
}

export const useLogin = () =>
  useMutation({
    ...inForm,
    mutationFn: (body: Body<typeof login>) =>
      request(login, { body }).catch((thrown: unknown) => {
        const error = toApiError(thrown)
        // Where somebody is signed in, this code is about an operation that still runs; here it is about the day's guesses.
        if (error.code === 'REQUEST_LIMIT') throw new ApiError('refused', { code: 'LOGIN_BLOCKED' })
        throw error
      }),
  })

/** `onUnverified`: the phone's verification is too old by now, or was never the asker's. */
export const useValidateAccount = (onUnverified: () => void) =>
  useMutation({
    ...inForm,
    mutationFn: (body: Registration) => request(validateAccount, { body }),
    onError: ifUnverified(onUnverified),
  })

export const useCreateAccount = (onUnverified: () => void) =>
  useMutation({
    ...inForm,
    mutationFn: (body: Registration) => request(createAccount, { body }),
    onError: ifUnverified(onUnverified),
  })
