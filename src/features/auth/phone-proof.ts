import * as v from 'valibot'
import { sentOtp } from '#data/session/sent-otp.ts'

/** A phone to which a code was sent, and the proof that the person has read that code. */
export const phoneProof = v.object({
  phoneNumber: v.optional(v.string(), ''),
  ...sentOtp.entries,
  phoneVerified: v.optional(v.boolean(), false),
})
export type PhoneProof = v.InferOutput<typeof phoneProof>

/** The state without a sent or typed code. */
export const unsent = { otpToken: '', otpRef: '', sentAt: 0, isLost: false, phoneVerified: false }
