import { useState } from 'react'
import * as v from 'valibot'
import type { ProofPurpose } from '#api/contract/passkey.ts'
import { readToken } from '#api/token.ts'
import { serverNow } from '#lib/clock.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'
import type { SentOtp } from './otp-entry.tsx'
import { otpLifeMs } from './otp-queries.ts'

const keptOtp = v.object({
  purpose: v.string(),
  phoneNumber: v.string(),
  otpRef: v.string(),
  otpToken: v.pipe(v.string(), v.nonEmpty()),
  sentAt: v.number(),
  isLost: v.optional(v.boolean(), false),
})

/**
 * The newest code sent to the member's own phone for this purpose, and what keeps another one. Stored until the tab closes or the session
 * ends: while the member reads the code in another app, a phone short of memory may unload this page.
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

/** To be called when the code is used, and leads nowhere. */
export const dropSentOtp = () => removeStored(storageKeys.sentOtp)

function readSent(purpose: ProofPurpose, phoneNumber: string): SentOtp | undefined {
  const kept = readStored(storageKeys.sentOtp, keptOtp, 'session')
  if (!kept) return undefined
  // One from the future would hold back the next one.
  const isGood = kept.phoneNumber === phoneNumber && Math.abs(serverNow() - kept.sentAt) < otpLifeMs
  if (!isGood) dropSentOtp()
  return isGood && kept.purpose === purpose ? kept : undefined
}
