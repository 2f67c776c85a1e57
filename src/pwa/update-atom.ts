import { atom } from 'jotai'

interface Update {
  /** Activates the new version. */
  accept: () => void
  /** A file of this version is missing. */
  isNeeded?: boolean
  /** The member has accepted the version. The browser may let the former one end its work before it activates this one. */
  isComing?: boolean
}

/** Whether an update must wait; with `begun`, only for what a reload would interrupt: an open QR is shown again after it. */
export type IsBusy = (begun?: boolean) => boolean

/** The new version that is ready, if one is. */
export const updateAtom = atom<Update>()
