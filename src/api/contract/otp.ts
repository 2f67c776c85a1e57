import * as v from 'valibot'
import { publicCall } from './call.ts'
import { shortText, text } from './fields.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'otp-token': true
  }
}

export const sendOtp = publicCall('sendOtp', 'POST /api/otp/send', {
  writes: 'a one-time code',
  extensionFields: { otpToken: 'otp-proof', newToken: 'otp-token', purpose: 'password-reset' },
  body: v.object({
    phoneNumber: v.pipe(shortText, v.nonEmpty()),
    /** Of an earlier code for this phone: shows that the caller has verified it. */
    otpToken: v.optional(shortText),
    /**
     * The token of the code to be sent, 256 random bits in base64url. The caller chooses it, and so knows it even if the answer
     * is lost.
     */
    newToken: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
    /** What the code is for; missing for a registration or a signed-in member's bank account. A withdrawal's is only a member's own. */
    purpose: v.optional(v.picklist(['reset-password', 'withdrawal'])),
  }),
  /** `code` is `OK`, or `OTP_VERIFIED` if the caller verified this phone within the last 15 minutes. */
  reply: v.object({ otpRef: text, otpToken: text, code: v.nullish(v.string(), 'OK') }),
  errors: [
    'OTP_BLOCK',
    'OTP_SEND_FAIL',
    'EXISTING_USER',
    'REQUEST_LIMIT_1MIN',
    'PHONE_NUMBER_REQUIRE_10_DIGIT',
  ],
})

export const verifyOtp = publicCall('verifyOtp', 'POST /api/otp/verify', {
  writes: 'that a code was used',
  body: v.object({ otpToken: v.pipe(shortText, v.nonEmpty()), otpCode: v.pipe(shortText, v.nonEmpty()) }),
  reply: v.object({ code: v.string() }),
  errors: [
    'OTP_TOKEN_INVALID',
    'OTP_NOT_EXIST',
    'OTP_EXPIRED',
    'OTP_CODE_INVALID',
    'OTP_BLOCK',
    // For a registration code: only someone who has read the code learns that the phone belongs to a member.
    'EXISTING_USER',
    'OTP_VERIFY_FAIL',
  ],
})
