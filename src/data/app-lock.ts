import { RESET } from 'jotai/utils'
import * as v from 'valibot'
import { toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { beginUnlock, unlock } from '#api/contract/passkey.ts'
import { lockMinutes, lockRecheck } from '#lib/app-lock.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { isForgotten, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { signByPasskey } from './passkeys.ts'

const setting = v.object({
  minutes: v.picklist(lockMinutes),
  /** The ids of the passkeys that open the lock while the server cannot be asked. */
  passkeys: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,1400}$/u))), v.minLength(1), v.maxLength(10)),
})
export type LockMinutes = (typeof lockMinutes)[number]

/** Whether and when the app is locked on this device (shell/follow-lock.ts). Removed when the session ends. */
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
    challenge: toBase64url(crypto.getRandomValues(new Uint8Array(32))),
    rpId: location.hostname,
    timeout: 5 * 60_000,
    userVerification: 'required',
    allowCredentials: passkeys.map((one) => ({ id: one, type: 'public-key', transports: [] })),
  })
  const flags =
    atob(response.authenticatorData.replaceAll('-', '+').replaceAll('_', '/')).codePointAt(32) ?? 0
  if (!passkeys.includes(id) || (flags & userVerified) === 0)
    throw new DOMException('The owner was not verified', 'NotAllowedError')
}

/** In the flags of an authenticator's data. */
const userVerified = 0b100

const toBase64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

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
  // What the browser's passkeys throw has names of its own.
  if (error instanceof DOMException) return false
  const { kind, status } = toApiError(error)
  return kind === 'offline' || kind === 'timeout' || status >= 500
}
