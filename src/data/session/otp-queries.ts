import { useMutation } from '@tanstack/react-query'
import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import type { Body, Reply } from '#api/contract/call.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { base64urlOf } from '#lib/base64url.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'

export type OtpPurpose = NonNullable<Body<typeof sendOtp>['purpose']>

/** A code is valid for five minutes; another one can be requested after one. */
export const otpLifeMs = 5 * 60_000
export const resendAfterMs = 60_000

/** `isLost` means that the response was lost; if a code arrives, it belongs to this token. */
export type SentCode = Reply<typeof sendOtp> & { isLost?: boolean }

export const useSendOtp = () => useMutation({ meta: { silent: true }, mutationFn: sendCode })

async function sendCode(body: Body<typeof sendOtp>): Promise<SentCode> {
  const newToken = base64urlOf(crypto.getRandomValues(new Uint8Array(32)))
  try {
    return await request(sendOtp, { body: { ...body, newToken } })
  } catch (error) {
    if (!toApiError(error).outcomeUnknown || !hasExtension('otp-token')) throw error
    return { otpRef: '', otpToken: newToken, code: 'OK', isLost: true }
  }
}

export const useVerifyOtp = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: (body: Body<typeof verifyOtp>) => request(verifyOtp, { body }),
  })
