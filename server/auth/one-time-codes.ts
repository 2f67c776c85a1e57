import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { DAY, later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/query.ts'
import { type OTP_PURPOSES, otpChallenges } from '../database/schema/access.ts'
import { hashOf, newToken } from './tokens.ts'

export type OtpPurpose = (typeof OTP_PURPOSES)[number]

const VERIFIED_LIFE = 15 * MINUTE

/** Hashed with the token, which is not in the database, so that a reader of the database cannot try all million codes. */
export const hashOfCode = (otpToken: string, code: string): string => hashOf(`${otpToken}:${code}`)

/** What a caller is blocked by after too many guesses, and for how long. */
export const blockOf = (guesser: string) => ({ key: `otp:block:${guesser}`, within: 15 * MINUTE })

/** The proof that a person has read the code sent to a phone: the token of that code. */
export interface PhoneProof {
  otpToken: string | undefined
  phone: string
  purpose: OtpPurpose
}

const isProof = ({ otpToken = '', phone, purpose }: PhoneProof, now: Date) =>
  and(
    eq(otpChallenges.tokenHash, hashOf(otpToken)),
    eq(otpChallenges.phone, phone),
    eq(otpChallenges.purpose, purpose),
    gt(otpChallenges.verifiedAt, later(now, -VERIFIED_LIFE)),
    isNull(otpChallenges.usedAt),
  )

/** The verification of this proof; undefined if it has expired, was used or belongs to another phone. */
export async function findProof(db: Database, proof: PhoneProof, now: Date) {
  const [found] = await db
    .select({ otpRef: otpChallenges.otpRef })
    .from(otpChallenges)
    .where(isProof(proof, now))
  return found
}

/** Uses the proof up. False if there is none. */
export async function takeProof(db: Database, proof: PhoneProof, now: Date): Promise<boolean> {
  const taken = await db
    .update(otpChallenges)
    .set({ usedAt: now })
    .where(isProof(proof, now))
    .returning({ id: otpChallenges.id })
  return taken.length > 0
}

/** Makes a proof for a member who has shown in another way, by a passkey, that the phone is the member's. Returns its token. */
export async function grantProof(
  db: Database,
  { phone, purpose }: Omit<PhoneProof, 'otpToken'>,
  now: Date,
): Promise<string> {
  const otpToken = newToken()
  const given = { tokenHash: hashOf(otpToken), phone, purpose, verifiedAt: now, createdAt: now }
  // No code was sent, so none is right.
  const unsent = { otpRef: '', codeHash: hashOfCode(otpToken, newToken()), expiresAt: now }
  await db.insert(otpChallenges).values({ ...given, ...unsent })
  return otpToken
}

/** Uses up every code of the phone, including unverified ones. */
export async function spendChallenges(db: Database, phone: string, now: Date): Promise<void> {
  await db.update(otpChallenges).set({ usedAt: now }).where(eq(otpChallenges.phone, phone))
}

export async function sweepChallenges(db: Database, now: Date): Promise<void> {
  await inBatches(otpChallenges, lt(otpChallenges.createdAt, later(now, -DAY)), (share) =>
    db.delete(otpChallenges).where(share).returning({ id: otpChallenges.id }),
  )
}
