import * as v from 'valibot'
import { normaliseText } from '#lib/text/text.ts'
import { memberCall, operation, publicCall } from './call.ts'
import { listOf, message, shortText, text, time } from './fields.ts'
import { password } from './login.ts'

const extension = 'passkeys'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    passkeys: true
    'app-lock': true
  }
}

/** As a browser writes the bytes of WebAuthn: without padding. */
const base64url = (max: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/u), v.maxLength(max))
const credentialId = base64url(1400)
const clientDataJSON = base64url(8000)
const transports = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10)), [])

/** `PublicKeyCredential.toJSON()` of a new credential. What it holds beside this is not read. */
const newCredential = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({ clientDataJSON, attestationObject: base64url(20_000), transports }),
})
export type NewCredential = v.InferOutput<typeof newCredential>

/** `PublicKeyCredential.toJSON()` of a signature. */
const assertion = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON,
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    /** Whose passkey it is: the member's id. */
    userHandle: v.nullish(base64url(200)),
  }),
})
export type Assertion = v.InferOutput<typeof assertion>

const descriptor = v.object({ id: v.string(), type: v.literal('public-key'), transports })

/** `PublicKeyCredentialCreationOptionsJSON`. */
const creationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  /** In ms, like everywhere in WebAuthn. */
  timeout: v.number(),
  excludeCredentials: v.array(descriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.boolean(),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
  /** The device, for the name: `Chrome · Android`. Empty if unknown. */
  deviceName: text,
})

/** `PublicKeyCredentialRequestOptionsJSON`. An empty list leaves the choice to the browser. */
const requestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  allowCredentials: v.array(descriptor),
})
export type PasskeyRequestOptions = v.InferOutput<typeof requestOptions>

/** The name that the member gives a passkey. */
const passkeyName = v.pipe(
  shortText,
  v.nonEmpty(),
  v.maxLength(40),
  v.transform(normaliseText),
  v.trim(),
  v.nonEmpty(),
)

const passkey = v.object({
  id: v.string(),
  name: text,
  createdAt: time,
  /** Null until it is first used. */
  lastUsedAt: v.nullish(time),
  /** Its maker copies it to the member's other devices. */
  isSynced: v.nullish(v.boolean(), false),
})
export type Passkey = v.InferOutput<typeof passkey>

/** By age, the newest first. */
export const listPasskeys = memberCall('listPasskeys', 'GET /api/passkeys', {
  extension,
  reply: v.object({ passkeys: listOf(passkey) }),
})

/**
 * What the browser needs to make a passkey. Some minutes after a sign-in by password the password is asked for once more:
 * `WRONG_PASSWORD` without it.
 */
export const beginPasskey = memberCall('beginPasskey', 'POST /api/passkeys/options', {
  extension,
  writes: 'a challenge',
  body: v.object({ password: v.optional(password) }),
  reply: creationOptions,
  errors: ['WRONG_PASSWORD', 'PASSKEY_LIMIT', 'REQUEST_LIMIT_1MIN'],
})

/** Keeps the passkey that the browser made. The answer to a challenge counts once. */
export const addPasskey = operation('addPasskey', 'POST /api/passkeys', {
  extension,
  body: v.object({ name: passkeyName, credential: newCredential }),
  reply: v.object({ id: v.string() }),
  errors: ['PASSKEY_REFUSED', 'PASSKEY_LIMIT'],
})

export const renamePasskey = operation('renamePasskey', 'PUT /api/passkeys/:id', {
  extension,
  body: v.object({ name: passkeyName }),
  reply: message,
})

/** From then on nobody gets in by it. */
export const removePasskey = operation('removePasskey', 'DELETE /api/passkeys/:id', {
  extension,
  reply: message,
})

/** The same for everybody: it names no member and no passkey. */
export const beginPasskeyLogin = publicCall('beginPasskeyLogin', 'POST /api/login/passkey/options', {
  extension,
  writes: 'a challenge',
  reply: requestOptions,
})

/** Signs in as `login` does, and is refused as it is. An unknown passkey and a wrong signature look the same. */
export const loginByPasskey = publicCall('loginByPasskey', 'POST /api/login/passkey', {
  extension,
  writes: 'a session',
  body: v.object({ credential: assertion }),
  reply: v.object({ token: v.pipe(v.string(), v.nonEmpty()) }),
  errors: ['PASSKEY_REFUSED', 'INACTIVE_USER', 'LOGIN_FAIL', 'PLAY_BREAK'],
})

/** Names the member's passkeys that count in place of a code; `NO_DATA` if there is none. */
export const beginPasskeyProof = memberCall('beginPasskeyProof', 'POST /api/passkeys/proof/options', {
  extension,
  writes: 'a challenge',
  reply: requestOptions,
})

/** What a passkey may prove in place of a code. */
const proofPurposes = ['bank-account', 'withdrawal'] as const
export type ProofPurpose = (typeof proofPurposes)[number]

/** Gives an `otpToken`, as if the member had entered a code sent to their phone for this purpose. */
export const provePasskey = memberCall('provePasskey', 'POST /api/passkeys/proof', {
  extension,
  writes: 'a proof',
  body: v.object({ credential: assertion, purpose: v.picklist(proofPurposes) }),
  reply: v.object({ otpToken: v.string() }),
  errors: ['PASSKEY_REFUSED'],
})

/** Names all of the member's passkeys; `NO_DATA` if there is none. */
export const beginUnlock = memberCall('beginUnlock', 'POST /api/passkeys/unlock/options', {
  extension: 'app-lock',
  writes: 'a challenge',
  reply: requestOptions,
})

/** Opens the app's own lock on this device, or allows to set it. It proves nothing for any other call. */
export const unlock = memberCall('unlock', 'POST /api/passkeys/unlock', {
  extension: 'app-lock',
  writes: 'the use of the passkey',
  body: v.object({ credential: assertion }),
  reply: message,
  errors: ['PASSKEY_REFUSED'],
})
