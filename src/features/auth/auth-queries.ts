import { useMutation } from '@tanstack/react-query'
import { createAccount, login, type Registration, validateAccount } from '#api/contract/account.ts'
import type { Body } from '#api/contract/call.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { request } from '#api/client.ts'

/** These show their errors in the form: none goes on to the toasts. */
const inForm = { retry: false, networkMode: 'always', meta: { silent: true } } as const

export const useLogin = () =>
  useMutation({ ...inForm, mutationFn: (body: Body<typeof login>) => request(login, { body }) })

export const useSendOtp = () =>
  useMutation({ ...inForm, mutationFn: (body: Body<typeof sendOtp>) => request(sendOtp, { body }) })

export const useVerifyOtp = () =>
  useMutation({ ...inForm, mutationFn: (body: Body<typeof verifyOtp>) => request(verifyOtp, { body }) })

export const useValidateAccount = () =>
  useMutation({ ...inForm, mutationFn: (body: Registration) => request(validateAccount, { body }) })

export const useCreateAccount = () =>
  useMutation({ ...inForm, mutationFn: (body: Registration) => request(createAccount, { body }) })
