import { atom } from 'jotai'
import * as v from 'valibot'
import { request } from '#api/client.ts'
import { toApiError } from '#api/api-error.ts'
import { logout } from '#api/contract/login.ts'
import { dropToken, keepToken, readToken } from '#api/token.ts'
import { forgetSharedSlip } from '#lib/shared-slip.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { onStored, rawStorage, readStored, removeStored, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { emptyOutbox } from './outbox-flag.ts'

/** Everything this browser keeps of the member who was signed in. */
const memberKeys = [
  storageKeys.userInfo,
  storageKeys.lastSync,
  storageKeys.queryCache,
  storageKeys.operationLog,
  storageKeys.hideBalance,
  storageKeys.lastPlayed,
  storageKeys.chatDraft,
  storageKeys.chatGuestClaim,
] as const

/** What a guest who then signed in here keeps until he leaves. */
const personKeys = [
  storageKeys.chatGuestId,
  storageKeys.outboxWaits,
  storageKeys.registerDraft,
  storageKeys.resetDraft,
] as const

const lastSignOut = () => rawStorage().getItem(storageKeys.signedOutAt)

const tokenAtom = atom(readToken())
/** Whether a member is signed in here. */
export const sessionAtom = atom((get) => get(tokenAtom) !== undefined)
/** How many sessions have ended here, by whatever means. */
export const endedSessionsAtom = atom(0)

/** The last sign-out anywhere that this page has heard of. */
let heard = lastSignOut()
/** The server has taken this page's token: whoever uses the page is the member. */
let isTokenAccepted = false

export const isSignedIn = (): boolean => store.get(sessionAtom)

/** Called whenever a session ends here: caches of the member's data are emptied by it. Returns what ends the calls. */
export const onSessionEnd = (ended: () => void): (() => void) => store.sub(endedSessionsAtom, ended)

/** Keeps the token: for good when the member asked to be remembered, else until the tab closes. */
export function signIn(newToken: string, remember: boolean): void {
  endSession()
  const area = remember ? 'local' : 'session'
  keepToken(newToken, area)
  // The guest of this moment is the member: one who comes later, in another tab, is somebody else.
  const guest = readStored(storageKeys.chatGuestId, v.string())
  if (guest !== undefined) writeStored(storageKeys.chatGuestClaim, guest, area)
  removeStored(storageKeys.chatGuestId)
  removeStored(storageKeys.registerDraft)
  removeStored(storageKeys.resetDraft)
  markTokenAccepted()
  syncFromStorage()
}

/** A call of the member's was answered. */
export function markTokenAccepted(): void {
  isTokenAccepted = true
}

/**
 * Signs out here and in every other tab at once. The server is told too, later where it cannot be reached, but never waited
 * for. Where to go then is the caller's business.
 */
export function signOut(): void {
  const token = store.get(tokenAtom)
  if (token === undefined) return
  request(logout, {}).catch((error: unknown) => {
    const { kind, status } = toApiError(error)
    if (kind !== 'refused' || status === 429 || status >= 500)
      void lateLogout().then((file) => file?.revokeLater(token))
  })
  writeStored(storageKeys.signedOutAt, Date.now())
  heard = lastSignOut()
  markTokenAccepted()
  endSession()
}

/** Forgets the session and all that was kept of its member, without a word to the server. False: there was none. */
export function endSession(): boolean {
  const had = isSignedIn()
  dropToken()
  for (const key of memberKeys) removeStored(key)
  if (had) {
    for (const key of personKeys) removeStored(key)
    emptyOutbox()
    // Who shares a slip, and only then learns that the session is over, finds it again after the sign-in.
    void forgetSharedSlip(isTokenAccepted ? undefined : performance.timeOrigin)
    isTokenAccepted = false
  }
  syncFromStorage()
  return had
}

/** Not in a visitor's first load. A member's pages have it in memory before there is a session to end. */
const lateLogout = () => import('./late-logout.ts').catch(() => undefined)

/** Follows the other tabs: a sign-out there ends the session here, another member there ends it too. */
export function followOtherTabs(): () => void {
  const catchUp = () => {
    if (heard === lastSignOut()) syncFromStorage()
    else endSession()
  }
  // A page that was left and is shown again as it was has heard nothing meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && catchUp()
  const left = () => {
    heard = lastSignOut()
  }
  if (rawStorage().getItem(storageKeys.lateLogouts) !== null) void lateLogout()
  // Nor has one that was still opening.
  catchUp()
  left()
  globalThis.addEventListener('pagehide', left)
  globalThis.addEventListener('pageshow', shown)
  const stops = [
    onStored(storageKeys.signedOutAt, endSession),
    onStored(storageKeys.token, syncFromStorage),
    () => globalThis.removeEventListener('pagehide', left),
    () => globalThis.removeEventListener('pageshow', shown),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Takes over the token that is kept, by whichever tab. A session whose token is no longer it has ended here. */
function syncFromStorage(): void {
  const before = store.get(tokenAtom)
  store.set(tokenAtom, readToken())
  if (before !== undefined && before !== store.get(tokenAtom))
    store.set(endedSessionsAtom, (count) => count + 1)
}
