import { atom } from 'jotai'

interface Update {
  /** Activates the new version. */
  accept: () => void
  /** A file of this version is missing. */
  isNeeded?: boolean
  /** The member has accepted the version. The browser may let the previous one end its work before it activates this one. */
  isComing?: boolean
}

/** What an update and a tapped notification wait for. */
export interface BusyChecks {
  isBusy: () => boolean
  /** Whether a reload would interrupt the member. A needed update waits for this alone, and not for an open QR. */
  isMemberBusy: () => boolean
  /** Whether leaving the page or the sheet would lose what the member has begun there. */
  holdsWork: () => boolean
}

/** The new version that is ready, if one is. */
export const updateAtom = atom<Update>()
