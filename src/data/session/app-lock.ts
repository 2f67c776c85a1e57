import { base64URLStringToBuffer, bufferToBase64URLString } from '@simplewebauthn/browser'
import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { toApiError } from '#api/api-error.ts'
import { lockMinutes, lockRecheck } from '#lock/lock-state.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { signByPasskey, verifyByServer } from './passkeys.ts'

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

/** Unlocks this tab and every other one. */
function noteUnlocked(): void {
  writeStored(storageKeys.appSeen, Date.now())
  recheck()
}

/**
 * Has the browser verify the owner of one of these passkeys, without the server. Rejects otherwise. Nobody checks the signature: the
 * lock only keeps eyes away.
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

/** The bit of an authenticator's flags that says the owner was verified. */
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
