import { atom } from 'jotai'
import { store } from './store.ts'

/** Names, comma-separated, of what the backend has beyond the calls that every backend has; empty until it has said. */
const announcedAtom = atom('')

/** Learns them from an answer's `X-Api-Extensions`. */
export function noteExtensions(header: string | null): void {
  if (header !== null) store.set(announcedAtom, header)
}

const announces = (name: string) =>
  atom((get) =>
    get(announcedAtom)
      .split(',')
      .some((one) => one.trim() === name),
  )

/** The backend lists where a member is signed in, and ends it there. */
export const sessionsAnnouncedAtom = announces('sessions')
/** The backend ends a session also for whoever knows no more than its token's hash. */
export const lateLogoutAnnouncedAtom = announces('late-logout')

/** The backend tells a member what concerned the account's safety. */
export const activityAnnouncedAtom = announces('activity')

/** The backend tells by itself that a member's money changed. */
export const eventsAnnouncedAtom = announces('events')

/** The backend gives a new password for a code to the member's phone. */
export const passwordResetAnnouncedAtom = announces('password-reset')
