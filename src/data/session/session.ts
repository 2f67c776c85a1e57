import { atom } from 'jotai'
import * as v from 'valibot'
import { request } from '#api/client.ts'
import { toApiError } from '#api/api-error.ts'
import { logout } from '#api/contract/login.ts'
import { dropToken, keepToken, readToken } from '#api/token.ts'
import { forgetSharedSlips } from '#lib/outbox/shared-slip.ts'
import { memberKeys, personKeys, storageKeys } from '#lib/storage-keys.ts'
import { onStored, rawStorage, readStored, removeStored, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { endPushes } from './end-pushes.ts'
import { emptyOutbox } from '#data/outbox/outbox-flag.ts'

const lastSignOut = () => rawStorage().getItem(storageKeys.signedOutAt)

const tokenAtom = atom(readToken())
/** Whether a member is signed in. */
export const sessionAtom = atom((get) => get(tokenAtom) !== undefined)
/** The number of sessions that have ended in this page, for any reason. */
export const endedSessionsAtom = atom(0)

/** The last sign-out, in any tab, that this page knows of. */
let knownSignOut = lastSignOut()
/** The server has accepted this page's token, so its user is the member. */
let isTokenAccepted = false

export const isSignedIn = (): boolean => store.get(sessionAtom)

/** Calls back whenever a session ends here, so that caches of the member's data are emptied. Returns a function that unsubscribes. */
export const onSessionEnd = (ended: () => void): (() => void) => store.sub(endedSessionsAtom, ended)

/** Stores the token: permanently if the member chose to be remembered, else until the tab closes. */
export function signIn(newToken: string, remember: boolean): void {
  end()
  const area = remember ? 'local' : 'session'
  keepToken(newToken, area)
  // The current guest is this member; a guest who chats later, in another tab, is another person.
  const guest = readStored(storageKeys.chatGuestId, v.string())
  if (guest !== undefined) writeStored(storageKeys.chatGuestClaim, guest, area)
  removeStored(storageKeys.chatGuestId)
  removeStored(storageKeys.registerDraft)
  removeStored(storageKeys.resetDraft)
  markTokenAccepted()
  syncFromStorage()
}

/** Notes that the server has answered a call of the member. */
export function markTokenAccepted(): void {
  isTokenAccepted = true
}

/**
 * Signs out here and in every other tab at once. The server is notified too, later if it is unreachable, but never awaited. The
 * caller navigates.
 */
export function signOut(): void {
  const token = store.get(tokenAtom)
  if (token === undefined) return
  const isTold = request(logout, {}).then(
    () => true,
    (error: unknown) => !toApiError(error).isTemporary,
  )
  // Noted at once: the page may be closed before there is an answer.
  void lateLogout().then((file) => file?.revokeLater(token, isTold))
  writeStored(storageKeys.signedOutAt, Date.now())
  knownSignOut = lastSignOut()
  markTokenAccepted()
  end()
}

/**
 * Deletes this page's session and everything stored for its member, without calling the server. A remembered session that another tab
 * has begun beside it stays. Returns false if there was none.
 */
export const endSession = (): boolean => end(store.get(tokenAtom))

/** `own`: the only token to be dropped. */
function end(own?: string): boolean {
  const had = isSignedIn()
  dropToken(own)
  // With a token left, another tab has begun a session: local storage is its member's now, and only this tab's storage is cleared.
  const area = readToken() === undefined ? undefined : 'session'
  for (const key of Object.values(memberKeys)) removeStored(key, area)
  if (had) {
    for (const key of Object.values(personKeys)) removeStored(key, area)
    if (!area) {
      emptyOutbox()
      endPushes()
      // A slip shared before the end of the session was noticed is still there after the sign-in.
      void forgetSharedSlips(isTokenAccepted ? Infinity : performance.timeOrigin)
    }
    isTokenAccepted = false
  }
  syncFromStorage()
  return had
}

/** Lazy, to keep it out of a visitor's first load. A member's pages load it before a session can end. */
export const lateLogout = () => import(/* offline */ './late-logout.ts').catch(() => undefined)

/**
 * Follows the other tabs: a sign-out there, or another member's sign-in, ends the session here. `onServerEnd`: another tab has dropped the
 * session because the server ended it.
 */
export function followOtherTabs(onServerEnd: () => void): () => void {
  // A session that was begun after that sign-out, while this page slept, goes on.
  const signedOut = () =>
    [undefined, store.get(tokenAtom)].includes(readToken()) ? endSession() : syncFromStorage()
  const catchUp = () => {
    if (knownSignOut === lastSignOut()) syncFromStorage()
    else signedOut()
  }
  // A page restored from the back-forward cache has received no events meanwhile.
  const shown = ({ persisted }: PageTransitionEvent) => persisted && catchUp()
  const left = () => {
    knownSignOut = lastSignOut()
  }
  if (rawStorage().getItem(storageKeys.lateLogouts) !== null) void lateLogout()
  // Neither has a page that was still loading.
  catchUp()
  left()
  globalThis.addEventListener('pagehide', left)
  globalThis.addEventListener('pageshow', shown)
  const stops = [
    onStored(storageKeys.signedOutAt, signedOut),
    // A sign-out is noted before its token goes.
    onStored(storageKeys.token, () =>
      isSignedIn() && readToken() === undefined ? onServerEnd() : syncFromStorage(),
    ),
    () => globalThis.removeEventListener('pagehide', left),
    () => globalThis.removeEventListener('pageshow', shown),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Reads the stored token, which any tab may have changed. If it is no longer this session's, the session has ended here. */
function syncFromStorage(): void {
  const before = store.get(tokenAtom)
  store.set(tokenAtom, readToken())
  if (before !== undefined && before !== store.get(tokenAtom))
    store.set(endedSessionsAtom, (count) => count + 1)
}
