import {
  base64URLStringToBuffer,
  browserSupportsWebAuthnAutofill,
  bufferToBase64URLString,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import type { Reply } from '#api/contract/call.ts'
import {
  type Assertion,
  type beginPasskey,
  beginPasskeyProof,
  beginUnlock,
  type NewCredential,
  type PasskeyRequestOptions,
  type ProofPurpose,
  provePasskey,
  unlock,
} from '#api/contract/passkey.ts'
import { lockMinutes, lockRecheck } from '#lock/lock-state.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

/** Whether the browser can suggest passkeys at a field. Never rejects. */
export const canSuggestPasskeys = () => browserSupportsWebAuthnAutofill().catch(() => false)

/** Ends what the browser asks or suggests now: its page is left. */
export const endPasskeyRequest = () => WebAuthnAbortService.cancelCeremony()

/** Why the browser made or used no passkey. */
export type PasskeyFailure = 'cancelled' | 'exists' | 'impossible'

/** Why a promise of this file was rejected, if the member or the browser is the reason; undefined for the app's own errors. */
export function passkeyFailure(error: unknown): PasskeyFailure | undefined {
  if (!(error instanceof Error)) return undefined
  // Browsers say the same where the member refuses, waits too long, or has no passkey.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  if (error.name === 'InvalidStateError') return 'exists'
  return /^(?:NotSupported|Security|Unknown|Constraint|Type)Error$/u.test(error.name)
    ? 'impossible'
    : undefined
}

/** Has the browser make a passkey, which asks the member itself. Rejects if none was made (`passkeyFailure`). */
export async function makePasskey(options: Reply<typeof beginPasskey>): Promise<NewCredential> {
  const { deviceName: _, ...optionsJSON } = options
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: { ...optionsJSON, excludeCredentials: anyTransport(options.excludeCredentials) },
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/**
 * Has a passkey sign the challenge. `isSuggested`: the browser suggests it at the field that is named for it, and the promise waits for
 * the member's choice; a later call ends the waiting. Rejects if nothing was signed (`passkeyFailure`).
 */
export async function signByPasskey(
  options: PasskeyRequestOptions,
  { isSuggested = false } = {},
): Promise<Assertion> {
  const { id, rawId, type, response } = await startAuthentication({
    optionsJSON: { ...options, allowCredentials: anyTransport(options.allowCredentials) },
    useBrowserAutofill: isSuggested,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/**
 * Asks for a passkey's proof of what a code by SMS would confirm otherwise. Returns its token, which the call takes in the place of the
 * code's. Rejects with `NO_DATA` if the member has no passkey that may, and if nothing was signed (`passkeyFailure`).
 */
export async function requestPasskeyProof(purpose: ProofPurpose): Promise<string> {
  const options = await request(beginPasskeyProof, {})
  const credential = await signByPasskey(options)
  const { otpToken } = await request(provePasskey, { body: { credential, purpose } })
  return otpToken
}

/** Browsers ignore kinds of transport that they do not know; the types name those of today. */
const anyTransport = (known: PasskeyRequestOptions['allowCredentials']) =>
  known as (Omit<(typeof known)[number], 'transports'> & { transports: never[] })[]

// With the app's lock in a file of its own, the profile would load more files than tests/pwa/sizes.spec.ts allows.

const setting = v.object({
  minutes: v.picklist(lockMinutes),
  /** The ids of the passkeys that open the lock while the server cannot be asked. */
  passkeys: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,1400}$/u))), v.minLength(1), v.maxLength(10)),
})
export type LockMinutes = (typeof lockMinutes)[number]

/** Whether and when the app is locked on this device (lock/follow-lock.ts). Removed when the session ends. */
export const appLockAtom = storedAtom(storageKeys.appLock, v.optional(setting), undefined)

const recheck = () => void dispatchEvent(new Event(lockRecheck))

/** False if the browser stores nothing, so that there can be no lock. */
export function setAppLock(minutes: LockMinutes, passkeys: readonly string[]): boolean {
  writeStored(storageKeys.appSeen, Date.now())
  store.set(appLockAtom, { minutes, passkeys: [...passkeys] })
  const isKept = !isForgotten(storageKeys.appLock)
  if (!isKept) store.set(appLockAtom, RESET)
  recheck()
  return isKept
}

export function removeAppLock(): void {
  store.set(appLockAtom, RESET)
  recheck()
}

/** Opens the lock here and in every other tab. */
function noteUnlocked(): void {
  writeStored(storageKeys.appSeen, Date.now())
  recheck()
}

/** Has one of the member's passkeys verify its owner, by the server's judgement. Returns the passkey's id. Rejects otherwise. */
export async function verifyByServer(): Promise<string> {
  const options = await request(beginUnlock, {})
  const credential = await signByPasskey(options)
  await request(unlock, { body: { credential } })
  return credential.id
}

/**
 * The same without the server, for a lock that only keeps eyes away: the browser has one of the noted passkeys verify its owner.
 * Nobody checks the signature, which is of no use to anybody else.
 */
async function verifyHere(passkeys: readonly string[]): Promise<void> {
  const { id, response } = await signByPasskey({
    challenge: bufferToBase64URLString(crypto.getRandomValues(new Uint8Array(32)).buffer),
    rpId: location.hostname,
    timeout: 5 * 60_000,
    userVerification: 'required',
    allowCredentials: passkeys.map((one) => ({ id: one, type: 'public-key', transports: [] })),
  })
  const flags = new Uint8Array(base64URLStringToBuffer(response.authenticatorData))[32] ?? 0
  if (!passkeys.includes(id) || (flags & userVerified) === 0)
    throw new DOMException('The owner was not verified', 'NotAllowedError')
}

/** In the flags of an authenticator's data. */
const userVerified = 0b100

/** Opens the lock by a passkey: by the server's judgement, or by the device's own while the server cannot be asked. Rejects otherwise. */
export async function unlockApp(): Promise<void> {
  try {
    await verifyByServer()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    await verifyHere(store.get(appLockAtom)?.passkeys ?? [])
  }
  noteUnlocked()
}

function isUnreachable(error: unknown): boolean {
  // WebAuthn's own errors say nothing about the connection.
  if (error instanceof DOMException) return false
  const { kind, status } = toApiError(error)
  return kind === 'offline' || kind === 'timeout' || status >= 500
}
