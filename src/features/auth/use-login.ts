import { useMutation } from '@tanstack/react-query'
import { ApiError, toApiError } from '#api/api-error.ts'
import { login } from '#api/contract/login.ts'
import type { Body } from '#api/contract/call.ts'
import { request } from '#api/client.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'

export const useLogin = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (body: Body<typeof login>) =>
      request(login, { body }).catch((thrown: unknown) => {
        const error = toApiError(thrown)
        // From a backend with password reset this code means the daily limit of guesses; from another it may be any limit.
        if (error.code === 'REQUEST_LIMIT' && hasExtension('password-reset'))
          throw new ApiError('refused', { code: 'LOGIN_BLOCKED' })
        throw error
      }),
  })
