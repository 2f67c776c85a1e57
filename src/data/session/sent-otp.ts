import { useState } from 'react'
import * as v from 'valibot'
import type { ProofPurpose } from '#api/contract/passkey.ts'
import { readToken } from '#api/token.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'
import { otpLifeMs, type SentCode } from './otp-queries.ts'

const text = v.optional(v.string(), '')

/** A code that was sent to a phone, as it is stored. Without a token no code was sent. */
export const sentOtp = v.object({
  otpRef: text,
  otpToken: text,
  /** In ms since 1970 by the server's clock. */
  sentAt: v.optional(v.number(), 0),
  /** The response was lost, so a code may or may not have been sent. */
  isLost: v.optional(v.boolean(), false),
})
export type SentOtp = Omit<v.InferOutput<typeof sentOtp>, 'isLost'> & { isLost?: boolean }

export const sentOtpOf = ({ otpRef, otpToken, isLost = false }: SentCode): SentOtp => ({
  otpRef,
  otpToken,
  sentAt: serverNow(),
  isLost,
})

const keptOtp = v.object({ ...sentOtp.entries, purpose: text, phoneNumber: text })

/**
 * The newest code sent to the member's own phone for this purpose, and a function that stores a newer one. Stored until the tab closes
 * or the session ends: while the member reads the code in another app, a phone short of memory may unload this page.
 */
export function useSentOtp(purpose: ProofPurpose, phoneNumber: string) {
  const [sent, setSent] = useState(() => readSent(purpose, phoneNumber))
  const [token] = useState(readToken)
  const keep = (next: SentOtp) => {
    // It may have come after the end of the session.
    if (token !== undefined && token === readToken())
      writeStored(storageKeys.sentOtp, { ...next, purpose, phoneNumber }, 'session')
    setSent(next)
  }
  return [sent, keep] as const
}

/** To be called once the code is used: after a reload the page would ask for it in vain. */
export const dropSentOtp = () => removeStored(storageKeys.sentOtp)

function readSent(purpose: ProofPurpose, phoneNumber: string): SentOtp | undefined {
  const kept = readStored(storageKeys.sentOtp, keptOtp, 'session')
  if (!kept) return undefined
  // One from the future would hold back the next one.
  const isGood =
    kept.otpToken !== '' &&
    kept.phoneNumber === phoneNumber &&
    Math.abs(serverNow() - kept.sentAt) < otpLifeMs
  if (!isGood) dropSentOtp()
  return isGood && kept.purpose === purpose ? kept : undefined
}
