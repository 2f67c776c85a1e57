import * as v from 'valibot'

const text = v.optional(v.string(), '')

/** A phone to which a code was sent, and the proof that the person has read that code. */
export const phoneProof = v.object({
  phoneNumber: text,
  otpRef: text,
  otpToken: text,
  /** When the code was sent, in ms since 1970 by the server's clock; 0 if none was. */
  sentAt: v.optional(v.number(), 0),
  /** The response was lost, so a code may or may not have been sent. */
  isLost: v.optional(v.boolean(), false),
  phoneVerified: v.optional(v.boolean(), false),
})
export type PhoneProof = v.InferOutput<typeof phoneProof>

/** The state without a sent or typed code. */
export const unsent = { otpToken: '', otpRef: '', sentAt: 0, isLost: false, phoneVerified: false }
