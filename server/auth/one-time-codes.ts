import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { DAY, later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type OTP_PURPOSES, otpChallenges } from '../database/schema/access.ts'
import { hashOf } from './tokens.ts'

export type OtpPurpose = (typeof OTP_PURPOSES)[number]

const VERIFIED_LIFE = 15 * MINUTE

/** Hashed with the token, which the database does not hold, so that a reader of the database cannot try all million codes. */
export const hashOfCode = (otpToken: string, code: string): string => hashOf(`${otpToken}:${code}`)

/** Under which it is kept that somebody guessed too often. */
export const blockKey = (guesser: string): string => `otp:block:${guesser}`

/** That somebody read the code sent to a phone: only the token of that very code shows it. */
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

/** The verification that this proof stands for; undefined where it is too old, used up or another phone's. */
export async function findProof(db: Database, proof: PhoneProof, now: Date) {
  const [found] = await db
    .select({ otpRef: otpChallenges.otpRef })
    .from(otpChallenges)
    .where(isProof(proof, now))
  return found
}

/** Uses the proof up. False where there is none to use. */
export async function takeProof(db: Database, proof: PhoneProof, now: Date): Promise<boolean> {
  const taken = await db
    .update(otpChallenges)
    .set({ usedAt: now })
    .where(isProof(proof, now))
    .returning({ id: otpChallenges.id })
  return taken.length > 0
}

/** Uses up every code of the phone, those not verified yet included. */
export async function spendChallenges(db: Database, phone: string, now: Date): Promise<void> {
  await db.update(otpChallenges).set({ usedAt: now }).where(eq(otpChallenges.phone, phone))
}

export async function sweepChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(otpChallenges).where(lt(otpChallenges.createdAt, later(now, -DAY)))
}
