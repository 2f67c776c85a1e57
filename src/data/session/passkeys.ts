import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
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

/** Has one of the member's passkeys verify its owner, by the server's judgement. Returns the passkey's id. Rejects otherwise. */
export async function verifyByServer(): Promise<string> {
  const options = await request(beginUnlock, {})
  const credential = await signByPasskey(options)
  await request(unlock, { body: { credential } })
  return credential.id
}

/** Browsers ignore kinds of transport that they do not know; the types name those of today. */
const anyTransport = (known: PasskeyRequestOptions['allowCredentials']) =>
  known as (Omit<(typeof known)[number], 'transports'> & { transports: never[] })[]
