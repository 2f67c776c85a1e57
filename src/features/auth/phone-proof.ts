import * as v from 'valibot'

const text = v.optional(v.string(), '')

/** A phone that a code was sent to, and the proof that the person here has read that code. */
export const phoneProof = v.object({
  phoneNumber: text,
  otpRef: text,
  otpToken: text,
  /** When the code was sent, ms since 1970 by the server's clock; 0: none was. */
  sentAt: v.optional(v.number(), 0),
  /** The answer was lost: nobody knows whether a code is on its way. */
  isLost: v.optional(v.boolean(), false),
  phoneVerified: v.optional(v.boolean(), false),
})
export type PhoneProof = v.InferOutput<typeof phoneProof>

/** No code is waited for, and none was typed. */
export const unsent = { otpToken: '', otpRef: '', sentAt: 0, isLost: false, phoneVerified: false }
