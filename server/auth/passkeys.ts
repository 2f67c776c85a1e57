import { and, count, desc, eq, lt, lte } from 'drizzle-orm'
import type { Assertion, NewCredential } from '#api/contract/passkey.ts'
import { later, MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/query.ts'
import { passkeyChallenges, type PASSKEY_PURPOSES, passkeys } from '../database/schema/passkeys.ts'
import { newToken } from './tokens.ts'

/** How long a challenge waits for its answer, in ms. A page that shows passkeys as suggestions gets a new one before. */
export const CHALLENGE_LIFE = 5 * MINUTE

/** The most passkeys that one member may have. */
export const MAX_PASSKEYS = 10

/** Loaded at the first use: it reads certificates of every kind, and that takes as long as half of the server's start. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** ES256 and RS256, which every platform has one of, and Ed25519. */
export const ALGORITHMS = [-8, -7, -257]

interface Asked {
  purpose: (typeof PASSKEY_PURPOSES)[number]
  /** The member who may answer; left out for a sign-in. */
  memberId?: string | undefined
  /** The page's origin, as the member sees it. Its host is the relying party's id. */
  origin: string
}

export const rpIdOf = (origin: string): string => new URL(origin).hostname

/** Creates a challenge: 256 random bits in base64url. */
export async function newChallenge(db: Database, { purpose, memberId, origin }: Asked, now: Date) {
  const challenge = newToken()
  const expiresAt = later(now, CHALLENGE_LIFE)
  await db.insert(passkeyChallenges).values({ challenge, purpose, memberId, origin, expiresAt })
  return challenge
}

type Known = typeof passkeys.$inferSelect

/** A passkey as browsers expect it. */
export const descriptorOf = ({ credentialId, transports }: Known) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})

/** What the browser needs to sign by one of these passkeys; by any of the site's if there are none. */
export const requestOptions = (challenge: string, origin: string, known: readonly Known[]) => ({
  challenge,
  rpId: rpIdOf(origin),
  timeout: CHALLENGE_LIFE,
  userVerification: 'required' as const,
  allowCredentials: known.map(descriptorOf),
})

/**
 * Takes the challenge that this answer is for, so that no other answer can: also where the answer turns out to be wrong.
 * Undefined if it was for none, or for one of another purpose, member or origin, or too late.
 */
async function takeChallenge(
  db: Database,
  { clientDataJSON }: { clientDataJSON: string },
  { purpose, memberId, origin }: Asked,
  now: Date,
): Promise<string | undefined> {
  const given = challengeIn(clientDataJSON)
  if (given === undefined) return undefined
  const [taken] = await db.delete(passkeyChallenges).where(eq(passkeyChallenges.challenge, given)).returning()
  const isRight =
    taken?.purpose === purpose &&
    taken.memberId === (memberId ?? null) &&
    taken.origin === origin &&
    taken.expiresAt > now
  return isRight ? given : undefined
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(
      Buffer.from(clientDataJSON, 'base64url').toString(),
    )
    return typeof challenge === 'string' && /^[\w-]{43}$/u.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}

/** A new passkey as it is kept. */
export type NewPasskey = Pick<
  typeof passkeys.$inferInsert,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'
>

/** Checks a passkey that the browser made for a challenge of purpose `add`. Undefined if anything about it is wrong. */
export async function verifyNewPasskey(
  db: Database,
  credential: NewCredential,
  asked: Omit<Asked, 'purpose'>,
  now: Date,
): Promise<NewPasskey | undefined> {
  const expectedChallenge = await takeChallenge(db, credential.response, { ...asked, purpose: 'add' }, now)
  if (expectedChallenge === undefined) return undefined
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: withoutTransports(credential), clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: asked.origin,
    expectedRPID: rpIdOf(asked.origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo?.credential.id !== credential.id) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: credential.response.transports,
    isSynced: registrationInfo.credentialBackedUp,
  }
}

const withoutTransports = ({ response: { clientDataJSON, attestationObject } }: NewCredential) => ({
  clientDataJSON,
  attestationObject,
})

interface UsedPasskey {
  id: string
  memberId: string
  createdAt: Date
  /** The count that was stored before this signature, and the one that came with it. */
  counter: number
  newCounter: number
}

/**
 * Checks a signature by one of the passkeys. `used` is missing if anything about it is wrong: the challenge, the origin, the relying
 * party, the signature, the member's verification by the device, or a count that shows a copied authenticator. `memberId` is the
 * owner of the passkey that it names, also then. `notePasskeyUse` follows, in the transaction of what it is used for.
 */
export async function verifyAssertion(
  db: Database,
  credential: Assertion,
  asked: Asked,
  now: Date,
): Promise<{ used: UsedPasskey | undefined; memberId: string | undefined }> {
  const { response } = credential
  const expectedChallenge = await takeChallenge(db, response, asked, now)
  const [found] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id))
  const memberId = found?.memberId
  const refused = { used: undefined, memberId }
  if (!found || expectedChallenge === undefined) return refused
  if (asked.memberId !== undefined && asked.memberId !== found.memberId) return refused
  // A sign-in names nobody before, so the passkey says whose it is; it must be the member that it was made for.
  const handle = response.userHandle ?? undefined
  if (handle === undefined ? asked.purpose === 'sign-in' : handle !== handleOf(found.memberId)) return refused
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { userHandle: _, ...signed } = response
  const result = await verifyAuthenticationResponse({
    response: { ...credential, response: signed, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: asked.origin,
    expectedRPID: rpIdOf(asked.origin),
    requireUserVerification: true,
    credential: {
      id: found.credentialId,
      publicKey: Uint8Array.from(Buffer.from(found.publicKey, 'base64url')),
      counter: found.counter,
    },
  }).catch(() => undefined)
  if (!result?.verified) return refused
  const { id, createdAt, counter } = found
  const { newCounter } = result.authenticationInfo
  return { used: { id, memberId: found.memberId, createdAt, counter, newCounter }, memberId }
}

/** The member's id as WebAuthn carries it: bytes in base64url. It is random and says nothing about the person. */
export const handleOf = (memberId: string): string => Buffer.from(memberId).toString('base64url')

/** Notes that a passkey was used. False if it was removed since it was checked, or if another signature with the same count came first. */
export async function notePasskeyUse(
  db: Database,
  { id, counter, newCounter }: UsedPasskey,
  now: Date,
): Promise<boolean> {
  const noted = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return noted.length > 0
}

/** The member's passkeys, the newest first. `addedBefore` leaves out later ones. */
export const findPasskeys = (db: Database, memberId: string, addedBefore?: Date) =>
  db
    .select()
    .from(passkeys)
    .where(
      and(
        eq(passkeys.memberId, memberId),
        addedBefore === undefined ? undefined : lte(passkeys.createdAt, addedBefore),
      ),
    )
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))

export async function countPasskeys(db: Database, memberId: string): Promise<number> {
  const [row] = await db.select({ found: count() }).from(passkeys).where(eq(passkeys.memberId, memberId))
  return row?.found ?? 0
}

/** Ends all of the member's passkeys. */
export async function removePasskeys(db: Database, memberId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.memberId, memberId))
}

export async function sweepPasskeyChallenges(db: Database, now: Date): Promise<void> {
  await inBatches(passkeyChallenges, lt(passkeyChallenges.expiresAt, now), (share) =>
    db.delete(passkeyChallenges).where(share).returning({ challenge: passkeyChallenges.challenge }),
  )
}
