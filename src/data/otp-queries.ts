import { useMutation } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import type { Body } from '#api/contract/call.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'

export type OtpPurpose = NonNullable<Body<typeof sendOtp>['purpose']>

/** A code is good for five minutes; a new one can be asked for after one. */
export const otpLifeMs = 5 * 60_000
export const resendAfterMs = 60_000

/** These show their errors in the form: none goes on to the toasts. */
const inForm = { retry: false, networkMode: 'always', meta: { silent: true } } as const

export const useSendOtp = () =>
  useMutation({ ...inForm, mutationFn: (body: Body<typeof sendOtp>) => request(sendOtp, { body }) })

export const useVerifyOtp = () =>
  useMutation({ ...inForm, mutationFn: (body: Body<typeof verifyOtp>) => request(verifyOtp, { body }) })
